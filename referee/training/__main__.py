"""`python -m referee.training`: create samples, train the networks and export them. Needs the extra `train`."""

from __future__ import annotations

from pathlib import Path

import click
import cv2

KIND = click.option("--network", "kind", type=click.Choice(["first", "close"]), default="first", help="Which network.")


@click.group()
def main() -> None:
    """Train the networks that read patches."""
    cv2.setNumThreads(1)


@main.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--count", default=7000, help="How many samples.")
@click.option("--seed", default=1, help="1-999 for training, 1000-1999 for tuning.")
@click.option("--households", is_flag=True, help="Several scenes per household, for the form network.")
def composites(out: Path, count: int, seed: int, households: bool) -> None:
    """Write composited samples to OUT (.npz)."""
    from referee.training.samples import composite_samples, household_samples
    from referee.training.store import save_samples

    save_samples(out, household_samples(count, seed) if households else composite_samples(count, seed))


@main.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("samples", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--check", "checks", multiple=True, type=click.Path(path_type=Path, exists=True), help="Samples for validation.")
@click.option("--epochs", default=12)
@click.option("--seed", default=1)
@click.option("--start", type=click.Path(path_type=Path, exists=True), help="Start from these weights.")
@click.option("--rate", default=2e-3)
@KIND
def train(
    out: Path,
    samples: tuple[Path, ...],
    checks: tuple[Path, ...],
    epochs: int,
    seed: int,
    start: Path | None,
    rate: float,
    kind: str,
) -> None:
    """Train the first or the close network on SAMPLES and write its weights to OUT (.pt)."""
    from referee.training.train import train_network

    train_network(kind, out, list(samples), list(checks), epochs, seed, start, rate)


@main.command()
@click.argument("shipped", type=click.Path(path_type=Path, exists=True))
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("samples", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@KIND
def unpack(shipped: Path, out: Path, samples: tuple[Path, ...], kind: str) -> None:
    """Convert the SHIPPED weights (.zip) to trainable weights OUT (.pt), fitting the normalisation layers to SAMPLES."""
    import torch

    from referee.training.store import load_samples
    from referee.training.unpack import unpack as unpack_network

    torch.save(unpack_network(shipped, kind, load_samples(list(samples))).state_dict(), out)


@main.command()
@click.argument("one", type=click.Path(path_type=Path, exists=True))
@click.argument("other", type=click.Path(path_type=Path, exists=True))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--share", default=0.5, help="The share of OTHER.")
def blend(one: Path, other: Path, out: Path, share: float) -> None:
    """Interpolate between the weights ONE and OTHER (.pt) and write the result to OUT (.pt).

    OTHER must have been trained starting from ONE. Interpolating limits what the network forgets in that training.
    """
    import torch

    from referee.training.network import blend_weights

    torch.save(blend_weights(one, other, share), out)


@main.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("first", type=click.Path(path_type=Path, exists=True))
@click.argument("samples", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--easy", default=0.05, help="Share of the easy samples to keep.")
@click.option("--seed", default=1)
def sift(out: Path, first: Path, samples: tuple[Path, ...], easy: float, seed: int) -> None:
    """Write to OUT (.npz) samples for the close network: mainly those of SAMPLES on which FIRST (.pt) is wrong or unsure."""
    import numpy as np

    from referee.training.network import load_patch_weights
    from referee.training.samples import join
    from referee.training.sift import sift as sift_samples
    from referee.training.store import load_samples, save_samples

    network, rng = load_patch_weights("first", first), np.random.default_rng(seed)
    save_samples(out, join([sift_samples(load_samples([path]), network, easy, rng) for path in samples]))


@main.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("samples", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--steps", default=3000)
@click.option("--seed", default=1)
@click.option("--start", type=click.Path(path_type=Path, exists=True), help="Start from these weights.")
def forms(out: Path, samples: tuple[Path, ...], steps: int, seed: int, start: Path | None) -> None:
    """Train the form network on household SAMPLES and write its weights to OUT (.pt)."""
    from referee.training.forms import train_forms

    train_forms(out, list(samples), steps, seed, start)


@main.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--looks", default=4, help="How often each photo is cut, each time slightly shifted.")
@click.option("--seed", default=1)
def photos(out: Path, photos: tuple[Path, ...], looks: int, seed: int) -> None:
    """Write samples cut from PHOTOS (NAME.jpg with NAME.json and NAME.png beside it) to OUT (.npz)."""
    import numpy as np

    from referee.training.photos import photo_samples
    from referee.training.samples import join
    from referee.training.store import save_samples
    from referee.words.problems import Problem

    parts = []
    for number, path in enumerate(photos):
        if not path.with_suffix(".png").exists():
            raise click.UsageError(f"{path} has no mask beside it. Render it with --masks.")
        try:
            parts.append(photo_samples(path, looks, np.random.default_rng([seed, number])))
        except Problem as problem:
            click.echo(f"{path}: {problem}", err=True)
    save_samples(out, join(parts))


@main.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
def features(out: Path, photos: tuple[Path, ...]) -> None:
    """Write to OUT (.npz) the confidence features of the hexes in PHOTOS, and which of the hexes were read correctly.

    The networks must not have been trained on these photos.
    """
    from referee.training.confidence_features import join_tables, measure_photo_features, save_table
    from referee.words.problems import Problem

    parts = []
    for path in photos:
        try:
            parts.append(measure_photo_features(path))
        except Problem as problem:
            click.echo(f"{path}: {problem}", err=True)
    save_table(out, join_tables(parts))


@main.command()
@click.argument("tables", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
def fit_confidence(tables: tuple[Path, ...]) -> None:
    """Print `ReaderSettings.feature_weights` fitted on TABLES (.npz), regularised towards the current values."""
    from referee.reader.settings import DEFAULT
    from referee.training.confidence_features import fit_feature_weights, join_tables, load_table

    click.echo(fit_feature_weights(join_tables([load_table(path) for path in tables]), DEFAULT.feature_weights))


@main.command()
@click.argument("first", type=click.Path(path_type=Path, exists=True))
@click.argument("close", type=click.Path(path_type=Path, exists=True))
@click.argument("form", type=click.Path(path_type=Path, exists=True))
@click.argument("out", type=click.Path(path_type=Path))
def export(first: Path, close: Path, form: Path, out: Path) -> None:
    """Write the weights FIRST, CLOSE and FORM (.pt) to OUT (.zip), the format that the package ships."""
    from referee.training.train import export_networks

    export_networks({"first": first, "close": close, "form": form}, out)


@main.command()
@click.argument("first", type=click.Path(path_type=Path, exists=True))
@click.argument("close", type=click.Path(path_type=Path, exists=True))
@click.argument("form", type=click.Path(path_type=Path, exists=True))
@click.argument("out", type=click.Path(path_type=Path))
def parity(first: Path, close: Path, form: Path, out: Path) -> None:
    """Write to OUT (.npz) the answers of FIRST, CLOSE and FORM (.pt) for the test patches, to compare with those of cv2.dnn."""
    from referee.training.parity import save_answers

    save_answers({"first": first, "close": close}, form, out)


main()
