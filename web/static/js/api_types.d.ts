// Written by `python -m tests.web.api_types` from the OpenAPI description of this program; a test compares it.

export type Addresses = {
  best: string;
  join: string;
  code: (string | null);
  version: string;
  qr: string;
  visitors: number;
  addresses: Array<{
    url: string;
    join: string;
    adapter: string;
    best: boolean;
  }>;
};

export type BoardFile = {
  text: string;
};

export type Card = {
  id: string;
  created: string;
  changed: string;
  title: string;
  mode: "keeper" | "referee";
  edition: "de" | "fr" | "fi" | "it" | "hu";
  board: string;
  players: Array<{
    colour: "red" | "yellow" | "blue" | "green";
    name: string;
    score: number;
  }>;
  phase: "setup" | "playing" | "over";
  date: string;
  place: string;
  note: string;
  shelf: "table" | "archive" | "bin";
};

export type Changes = {
  players?: Array<string>;
  title?: string;
  mode?: "keeper" | "referee";
  paper?: "A4" | "Letter" | "Legal" | "A3" | "Tabloid";
  hex_mm?: (number | null);
  ink?: "colour" | "light" | "grey";
  date?: (string | null);
  place?: string;
  note?: string;
  shelf?: "table" | "archive" | "bin";
  clock?: "off" | "running" | "paused";
};

export type Check = {
  format: "terranova-check/1";
  legal: boolean;
  turn: (string | null);
  ways: number;
  events: Array<{
    type: "territory";
    after: (string | null);
    cells: Array<string>;
    value: number;
    awards: Record<string, number>;
  }>;
  reason: (string | null);
};

export type Choices = {
  boards: Array<{
    id: string;
    title: string;
    cells: number;
  }>;
  editions: Array<{
    id: "de" | "fr" | "fi" | "it" | "hu";
    sentence: string;
  }>;
  papers: Array<string>;
  inks: Array<"colour" | "light" | "grey">;
  modes: Array<"keeper" | "referee">;
  names: Array<string>;
  last: (Record<string, any> | null);
  reader: Reader;
  photo: {
    max_bytes: number;
    max_pixels: number;
    accept: string;
    halve_from: number;
  };
};

export type Conflict = {
  revision: number;
  cells: Array<{
    cell: string;
    before: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
    yours: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
    theirs: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
  }>;
  merged: {
    pioneers: Record<string, Array<string>>;
    stones: Array<string>;
  };
  yours: {
    pioneers: Record<string, Array<string>>;
    stones: Array<string>;
  };
  theirs: {
    pioneers: Record<string, Array<string>>;
    stones: Array<string>;
  };
};

export type Drawing = {
  title: string;
  terrains: Array<{
    id: string;
    label?: string;
    looks_like?: "meadow" | "cornfield" | "forest" | "lake" | "mountain" | "desert" | "moor" | "vineyard";
  }>;
  cells: Array<Array<number>>;
};

export type DrawingCheck = {
  hexes: number;
  remarks: Array<{
    sentence: string;
    cells: Array<Array<number>>;
  }>;
  landscapes: Array<{
    hexes: number;
    parts: number;
    borders: number;
    coast: number;
  }>;
};

export type EditedBoard = {
  name: (string | null);
  version: (string | null);
  games: number;
  title: string;
  palette: Array<PaletteLandscape>;
  cells: Array<Array<number>>;
  half_rows: number;
  half_columns: number;
  step: Array<Array<number>>;
  corners: Array<Array<number>>;
};

export type Entry = {
  revision: number;
  parent: (number | null);
  kind: "start" | "place" | "turn" | "photo" | "edit" | "ruling";
  on_line: boolean;
  at: string;
  player: ("red" | "yellow" | "blue" | "green" | null);
  turn: (string | null);
  events: Array<{
    cells: Array<string>;
    terrains?: Array<string>;
    value: number;
    pioneers?: Record<string, number>;
    awards: Record<string, number>;
    why: "majority" | "tie" | "nobody" | "said" | "paid";
  }>;
  scores: Record<string, number>;
  take_off: Record<string, Array<string>>;
  photo: (string | null);
  earlier_photos: Array<string>;
  ruling: ({
    reason: string;
  } | null);
  unseen: ({
    cells: Array<string>;
    points: number;
  } | null);
  mends: (number | null);
  seconds: (number | null);
  replaces: (number | null);
  sentence: string;
};

export type Explanation = {
  kind: "unchanged" | "part" | "turn" | "turns" | "illegal" | "other";
  turns: Array<string>;
  players: Array<"red" | "yellow" | "blue" | "green">;
  probability: number;
  reason: (string | null);
  orders: Array<{
    turn: string;
    awards: Record<string, number>;
  }>;
  pieces: {
    pioneers: Record<string, Array<string>>;
    stones: Array<string>;
  };
  against: Array<string>;
};

export type Frame = {
  entry: Entry;
  changed: Record<string, "red" | "yellow" | "blue" | "green" | "stone" | "empty">;
  land?: Array<{
    cells: Array<string>;
    look: "red" | "yellow" | "blue" | "green" | "shared" | "nobody";
    awards: Record<string, number>;
    value: number;
    revision: (number | null);
    badge: ({
      cell: string;
      words: string;
    } | null);
  }>;
};

export type Geometry = {
  board: string;
  title: string;
  paper: string;
  hex_mm: number;
  width_mm: number;
  height_mm: number;
  view: Array<number>;
  svg: string;
  terrains: Array<{
    id: string;
    label: string;
  }>;
  corner_offsets: Array<Array<number>>;
  cells: Array<{
    id: string;
    row: string;
    terrain: string;
    x: number;
    y: number;
    to: Array<(string | null)>;
    up: (string | null);
    down: (string | null);
  }>;
  score_track: Array<{
    value: number;
    x: number;
    y: number;
    width: number;
    height: number;
  }>;
};

export type Job = {
  state: "waiting" | "reading" | "done" | "failed";
  reading?: {
    format: "terranova-reading/1";
    explanations?: Array<Explanation>;
    nearest?: (Explanation | null);
    moment?: ({
      revision: number;
      sentence: string;
    } | null);
  };
  problem?: Problem;
};

export type Jump = {
  from: number;
  to: number;
};

export type KeptBoard = {
  name: string;
  title: string;
  outcome: "new" | "changed" | "copied";
};

export type Landscape = {
  id: string;
  label?: string;
  looks_like?: "meadow" | "cornfield" | "forest" | "lake" | "mountain" | "desert" | "moor" | "vineyard";
};

export type LaterEntries = {
  fitting: number;
  misfits: Array<{
    revision: number;
    player: ("red" | "yellow" | "blue" | "green" | null);
    sentence: string;
    reason: string;
  }>;
};

export type Look = {
  players: Array<{
    colour: "red" | "yellow" | "blue" | "green";
    name: string;
  }>;
  board: Geometry;
  moments: Array<{
    revision: number;
    turn: (string | null);
    cells: Record<string, "red" | "yellow" | "blue" | "green" | "stone" | "empty">;
    land: Array<{
      cells: Array<string>;
      look: "red" | "yellow" | "blue" | "green" | "shared" | "nobody";
      awards: Record<string, number>;
      value: number;
      revision: (number | null);
      badge: ({
        cell: string;
        words: string;
      } | null);
    }>;
    scores: Record<string, number>;
    sentence: string;
  }>;
};

export type LookAt = {
  link: string;
};

export type NewGame = {
  players: Array<string>;
  save?: string;
  board?: string;
  edition?: "de" | "fr" | "fi" | "it" | "hu";
  mode?: "keeper" | "referee";
  paper?: "A4" | "Letter" | "Legal" | "A3" | "Tabloid";
  hex_mm?: (number | null);
  ink?: "colour" | "light" | "grey";
  first?: ("red" | "yellow" | "blue" | "green" | null);
  title?: string;
  start?: (Position | null);
  clock?: boolean;
};

export type Next = {
  revision: number;
  done: Array<string>;
  player: "red" | "yellow" | "blue" | "green";
  moves: Record<string, Array<string>>;
  stones: Array<string>;
  places: Array<string>;
  pass: boolean;
  may_end: boolean;
  actions: number;
  cells: Record<string, "red" | "yellow" | "blue" | "green" | "stone" | "empty">;
  events: Array<{
    cells: Array<string>;
    terrains?: Array<string>;
    value: number;
    pioneers?: Record<string, number>;
    awards: Record<string, number>;
    why: "majority" | "tie" | "nobody" | "said" | "paid";
  }>;
  scores: Record<string, number>;
};

export type Overtaken = {
  revision: number;
  cells: Array<{
    cell: string;
    yours: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
    theirs: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
  }>;
  turn: Array<string>;
  playable: Array<string>;
};

export type PaletteLandscape = {
  label: string;
  look: string;
  given: Landscape;
};

export type Photo = {
  id: string;
  at: string;
  revision: number;
  state: "waiting" | "done" | "failed";
  url: (string | null);
  thumb: (string | null);
  width: (number | null);
  height: (number | null);
};

export type Picture = {
  from: number;
  save?: string;
  pioneers: Record<string, Array<string>>;
  stones: Array<string>;
  photo?: (string | null);
  earlier_photos?: Array<string>;
  seen?: Array<string>;
  mends?: (number | null);
  order?: Array<string>;
  held?: Record<string, Array<"red" | "yellow" | "blue" | "green">>;
  to_move?: ("red" | "yellow" | "blue" | "green" | null);
  scores?: (Record<string, number> | null);
  ruling?: boolean;
  turn?: (string | null);
  turns?: Array<string>;
  finish_setup?: boolean;
  accept_unseen?: boolean;
  keep_fitting?: boolean;
  right_table?: boolean;
};

export type PiecesAfter = {
  format: "terranova-position/1";
  board: string;
  edition?: unknown;
  players: ["red", "yellow"] | ["red", "yellow", "blue"] | ["red", "yellow", "blue", "green"];
  to_move?: unknown;
  pioneers: Record<string, Array<string>>;
  stones?: Array<string>;
  scores?: unknown;
  reserve?: unknown;
  events?: unknown;
  ended?: unknown;
};

export type PlayTurn = {
  from: number;
  save: string;
  turn: string;
  corrects?: (number | null);
  keep_fitting?: boolean;
};

export type Position = ({
  format: "terranova-position/1";
  board: string;
  edition?: "de" | "fr" | "fi" | "it" | "hu";
  players: ["red", "yellow"];
  to_move?: "red" | "yellow";
  pioneers: Record<string, Array<string>>;
  stones?: Array<string>;
  scores?: Record<string, number>;
  reserve?: Record<string, number>;
  events?: unknown;
  ended?: unknown;
} | {
  format: "terranova-position/1";
  board: string;
  edition?: "de" | "fr" | "fi" | "it" | "hu";
  players: ["red", "yellow", "blue"];
  to_move?: "red" | "yellow" | "blue";
  pioneers: Record<string, Array<string>>;
  stones?: Array<string>;
  scores?: Record<string, number>;
  reserve?: Record<string, number>;
  events?: unknown;
  ended?: unknown;
} | {
  format: "terranova-position/1";
  board: string;
  edition?: "de" | "fr" | "fi" | "it" | "hu";
  players: ["red", "yellow", "blue", "green"];
  to_move?: "red" | "yellow" | "blue" | "green";
  pioneers: Record<string, Array<string>>;
  stones?: Array<string>;
  scores?: Record<string, number>;
  reserve?: Record<string, number>;
  events?: unknown;
  ended?: unknown;
});

export type Preview = {
  revision: number;
  regions: Array<{
    first: string;
    cells: Array<string>;
    terrains: Array<string>;
    pioneers: Record<string, number>;
    value: number;
    awards: Record<string, number>;
    status: "open" | "pays" | "ask" | "paid";
    why: ("majority" | "tie" | "nobody" | "said" | "paid" | null);
  }>;
  ask: Array<string>;
  pays: Array<string>;
  awards: Record<string, number>;
  totals: Record<string, number>;
  take_off: Record<string, Array<string>>;
  check: (Check | null);
  actions: Array<string>;
  turns: Array<{
    player: "red" | "yellow" | "blue" | "green";
    turn: string;
    awards: Record<string, number>;
  }>;
  orders: Array<{
    turn: string;
    awards: Record<string, number>;
  }>;
  choices: Array<"mend" | "put-back" | "ruling">;
  unchanged: ({
    turns: Array<string>;
    ways: number;
    ruling: boolean;
  } | null);
  put_back: ({
    cells: Record<string, "red" | "yellow" | "blue" | "green" | "stone" | "empty">;
    pioneers: Record<string, Array<string>>;
    stones: Array<string>;
  } | null);
  fault: (Problem | null);
  unseen: {
    cells: Array<string>;
    points: number;
  };
  not_shown: {
    cells: Array<string>;
    must_set: boolean;
  };
  gone: {
    cells: Array<string>;
    known: number;
    other_table: boolean;
  };
  ended: ({
    reason: "divided" | "one-can-move" | "no-pioneers";
    winners: Array<"red" | "yellow" | "blue" | "green">;
    sentence?: string;
  } | null);
  changed: Array<{
    cell: string;
    before: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
    after: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
  }>;
  position: Position;
};

export type Problem = {
  format: "terranova-problem/1";
  problem: string;
  message: string;
  preview?: Preview;
  conflict?: Conflict;
  overtaken?: Overtaken;
  later?: LaterEntries;
  markers?: Array<Array<Array<number>>>;
  board_found?: string;
  photo_size?: {
    width: number;
    height: number;
  };
  rule?: string;
};

export type Prospect = {
  cells: Array<string>;
  terrains: Array<string>;
  value: number;
  pioneers: Record<string, number>;
  leaders: Array<"red" | "yellow" | "blue" | "green">;
  awards: Record<string, number>;
  stones: (Array<string> | null);
  left: ({
    cells: Array<string>;
    value: number;
  } | null);
};

export type Prospects = {
  revision: number;
  cell: string;
  lands: Array<Prospect>;
  more: number;
};

export type Reader = {
  ready: boolean;
  message?: string;
};

export type Replay = {
  revision: number;
  frames: Array<Frame>;
};

export type Revision = {
  revision: number;
  position: Position;
  cells: Record<string, "red" | "yellow" | "blue" | "green" | "stone" | "empty">;
  land: Array<{
    cells: Array<string>;
    look: "red" | "yellow" | "blue" | "green" | "shared" | "nobody";
    awards: Record<string, number>;
    value: number;
    revision: (number | null);
    badge: ({
      cell: string;
      words: string;
    } | null);
  }>;
  entry: Entry;
};

export type SaveBoard = {
  title: string;
  terrains: Array<{
    id: string;
    label?: string;
    looks_like?: "meadow" | "cornfield" | "forest" | "lake" | "mountain" | "desert" | "moor" | "vineyard";
  }>;
  cells: Array<Array<number>>;
  replaces?: (string | null);
  version?: (string | null);
};

export type Score = {
  format: "terranova-score/1";
  regions: Array<{
    cells: Array<string>;
    terrains: Array<string>;
    closed: boolean;
    settled: boolean;
    value: number;
    pioneers: Record<string, number>;
    awards: Record<string, number>;
  }>;
  awards: Record<string, number>;
  totals: Record<string, number>;
  ended: ({
    reason: "divided" | "one-can-move" | "no-pioneers";
    winners: Array<"red" | "yellow" | "blue" | "green">;
    sentence?: string;
  } | null);
};

export type Sketch = {
  title: string;
  cells: Array<Array<number>>;
  terrains: Array<string>;
};

export type State = {
  id: string;
  version: number;
  revision: number;
  title: string;
  created: string;
  changed: string;
  mode: "keeper" | "referee";
  board: string;
  edition: "de" | "fr" | "fi" | "it" | "hu";
  paper: (string | null);
  hex_mm: (number | null);
  ink: ("colour" | "light" | "grey" | null);
  practice: (string | null);
  date: string;
  place: string;
  note: string;
  shelf: "table" | "archive" | "bin";
  phase: "setup" | "playing" | "over";
  players: Array<{
    colour: "red" | "yellow" | "blue" | "green";
    name: string;
    score: number;
    on_board: number;
    reserve: number;
    to_move: boolean;
  }>;
  position: Position;
  cells: Record<string, "red" | "yellow" | "blue" | "green" | "stone" | "empty">;
  score: Score;
  paid: Array<Array<string>>;
  land: Array<{
    cells: Array<string>;
    look: "red" | "yellow" | "blue" | "green" | "shared" | "nobody";
    awards: Record<string, number>;
    value: number;
    revision: (number | null);
    badge: ({
      cell: string;
      words: string;
    } | null);
  }>;
  next: (Next | null);
  ended: ({
    reason: "divided" | "one-can-move" | "no-pioneers";
    winners: Array<"red" | "yellow" | "blue" | "green">;
    sentence?: string;
  } | null);
  last: Entry;
  clock: ({
    running: boolean;
    spent: number;
    players: Record<string, number>;
  } | null);
  can_undo: boolean;
  can_redo: boolean;
  chart: Array<{
    revision: number;
    turn: number;
    scores: Record<string, number>;
  }>;
  photo: (Photo | null);
};

export type Step = {
  from: number;
};

export type Turns = {
  format: "terranova-turns/1";
  player: "red" | "yellow" | "blue" | "green";
  count: number;
};

export type Unfinished = {
  from: number;
  turn: string;
};
