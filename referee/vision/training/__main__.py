"""`python -m referee.vision.training`: makes samples, trains the network, exports it. Needs the extra `train`."""
from __future__ import annotations

from pathlib import Path

import click
import cv2


@click.group()
def main() -> None:
    """Train the network that reads patches."""
    cv2.setNumThreads(1)


@main.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--count", default=7000, help="How many samples.")
@click.option("--seed", default=1, help="1-999 for training, 1000-1999 for tuning.")
def composites(out: Path, count: int, seed: int) -> None:
    """Write composited samples to OUT (.npz)."""
    from referee.vision.training.samples import composite_samples
    from referee.vision.training.store import save_samples
    save_samples(out, composite_samples(count, seed))


@main.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("samples", nargs=-1, type=click.Path(path_type=Path, exists=True))
@click.option("--check", "checks", multiple=True, type=click.Path(path_type=Path, exists=True), help="Samples to measure on.")
@click.option("--epochs", default=12)
@click.option("--seed", default=1)
@click.option("--start", type=click.Path(path_type=Path, exists=True), help="Go on from these weights.")
@click.option("--rate", default=2e-3)
def train(
    out: Path, samples: tuple[Path, ...], checks: tuple[Path, ...], epochs: int, seed: int, start: Path | None, rate: float,
) -> None:
    """Train on SAMPLES and write weights to OUT (.pt), and OUT with .onnx for the package."""
    from referee.vision.training.train import train_network
    train_network(out, list(samples), list(checks), epochs, seed, start, rate)


@main.command()
@click.argument("weights", type=click.Path(path_type=Path, exists=True))
@click.argument("out", type=click.Path(path_type=Path))
def export(weights: Path, out: Path) -> None:
    """Write WEIGHTS (.pt) as OUT (.onnx), the form that the package ships."""
    import torch

    from referee.vision.training.network import PatchNetwork
    from referee.vision.training.train import export_network
    network = PatchNetwork()
    network.load_state_dict(torch.load(weights, weights_only=True))
    export_network(network, out)


main()
