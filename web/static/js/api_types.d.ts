// Written by `python -m tests.web.api_types` from the OpenAPI description of this program; a test compares it.

export type AddressChoice = {
  url: string;
  join: string;
  adapter: string;
  best: boolean;
};

export type Addresses = {
  best: string;
  join: string;
  code: (string | null);
  version: string;
  qr: string;
  visitors: number;
  addresses: Array<AddressChoice>;
};

export type Arrangement = {
  pioneers: Record<string, Array<string>>;
  stones: Array<string>;
};

export type Badge = {
  cell: string;
  words: string;
};

export type BoardChoice = {
  id: string;
  title: string;
  cells: number;
};

export type BoardFile = {
  text: string;
};

export type BothChanged = {
  cell: string;
  yours: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
  theirs: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
  before: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
};

export type BothSides = {
  cell: string;
  yours: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
  theirs: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
};

export type Card = {
  date: string;
  place: string;
  note: string;
  shelf: "table" | "archive" | "bin";
  id: string;
  created: string;
  changed: string;
  title: string;
  mode: "keeper" | "referee";
  edition: "de" | "fr" | "fi" | "it" | "hu";
  board: string;
  phase: "setup" | "playing" | "over";
  players: Array<PlayerScore>;
};

export type ChangedHex = {
  cell: string;
  before: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
  after: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
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

export type ChartPoint = {
  revision: number;
  turn: number;
  scores: Record<string, number>;
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
  boards: Array<BoardChoice>;
  editions: Array<EditionChoice>;
  papers: Array<string>;
  inks: Array<"colour" | "light" | "grey">;
  modes: Array<"keeper" | "referee">;
  names: Array<string>;
  last: (Record<string, any> | null);
  reader: Reader;
  photo: PhotoLimits;
};

export type ClockNow = {
  running: boolean;
  spent: number;
  players: Record<string, number>;
};

export type Conflict = {
  revision: number;
  cells: Array<BothChanged>;
  merged: Arrangement;
  yours: Arrangement;
  theirs: Arrangement;
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
  remarks: Array<RemarkJson>;
  landscapes: Array<ExtentJson>;
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

export type EditionChoice = {
  id: "de" | "fr" | "fi" | "it" | "hu";
  sentence: string;
};

export type Ended = {
  reason: "divided" | "one-can-move" | "no-pioneers";
  winners: Array<"red" | "yellow" | "blue" | "green">;
  sentence: string;
};

export type Entry = {
  revision: number;
  parent: (number | null);
  kind: "start" | "place" | "turn" | "photo" | "edit" | "ruling";
  on_line: boolean;
  at: string;
  player: ("red" | "yellow" | "blue" | "green" | null);
  turn: (string | null);
  events: Array<Settled>;
  scores: Record<string, number>;
  take_off: Record<string, Array<string>>;
  photo: (string | null);
  earlier_photos: Array<string>;
  ruling: (Ruling | null);
  unseen: (Unseen | null);
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
  sure: boolean;
  reason: (string | null);
  orders: Array<Order>;
  pieces: Arrangement;
  against: Array<string>;
};

export type ExtentJson = {
  hexes: number;
  parts: number;
  borders: number;
  coast: number;
};

export type Frame = {
  entry: Entry;
  changed: Record<string, "red" | "yellow" | "blue" | "green" | "stone" | "empty">;
  land?: Array<Holding>;
};

export type GameList = {
  games: Array<Card>;
  older: boolean;
};

export type Geometry = {
  paper: string;
  hex_mm: number;
  width_mm: number;
  height_mm: number;
  view: Array<number>;
  corner_offsets: Array<Array<number>>;
  cells: Array<Hex>;
  score_track: Array<TrackSpace>;
  board: string;
  title: string;
  svg: string;
  terrains: Array<LandscapeName>;
};

export type Gone = {
  cells: Array<string>;
  known: number;
  other_table: boolean;
};

export type Group = {
  cells: Array<string>;
  piece: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
  other: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
  probability: number;
};

export type Hex = {
  id: string;
  row: string;
  terrain: string;
  x: number;
  y: number;
  to: Array<(string | null)>;
  up: (string | null);
  down: (string | null);
};

export type History = {
  history: Array<Entry>;
  earlier: boolean;
};

export type Holding = {
  cells: Array<string>;
  look: "red" | "yellow" | "blue" | "green" | "shared" | "nobody";
  awards: Record<string, number>;
  value: number;
  revision: (number | null);
  badge: (Badge | null);
};

export type Job = {
  state: "waiting" | "reading" | "done" | "failed";
  reading?: Reading;
  problem?: Problem;
};

export type Jump = {
  from: number;
  to: number;
};

export type KeptBoard = {
  name: string;
  title: string;
  outcome: "new" | "changed" | "copied" | "known";
};

export type Landscape = {
  id: string;
  label?: string;
  looks_like?: "meadow" | "cornfield" | "forest" | "lake" | "mountain" | "desert" | "moor" | "vineyard";
};

export type LandscapeName = {
  id: string;
  label: string;
};

export type LaterEntries = {
  fitting: number;
  misfits: Array<Misfit>;
};

export type Left = {
  cells: Array<string>;
  value: number;
};

export type Look = {
  players: Array<PlayerName>;
  board: Geometry;
  moments: Array<SharedMoment>;
};

export type LookAt = {
  link: string;
};

export type Milliseconds = {
  decode: number;
  locate: number;
  read: number;
};

export type Misfit = {
  revision: number;
  player: ("red" | "yellow" | "blue" | "green" | null);
  sentence: string;
  reason: string;
};

export type Moment = {
  revision: number;
  sentence: string;
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
  pass: boolean;
  revision: number;
  done: Array<string>;
  player: "red" | "yellow" | "blue" | "green";
  moves: Record<string, Array<string>>;
  stones: Array<string>;
  places: Array<string>;
  may_end: boolean;
  actions: number;
  cells: Record<string, "red" | "yellow" | "blue" | "green" | "stone" | "empty">;
  events: Array<Settled>;
  scores: Record<string, number>;
};

export type NotShown = {
  cells: Array<string>;
  must_set: boolean;
};

export type Order = {
  turn: string;
  awards: Record<string, number>;
};

export type Overtaken = {
  revision: number;
  cells: Array<BothSides>;
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
  state: "waiting" | "reading" | "done" | "failed";
  url: (string | null);
  thumb: (string | null);
  width: (number | null);
  height: (number | null);
};

export type PhotoAdded = {
  job: string;
  photo: string;
};

export type PhotoLimits = {
  max_bytes: number;
  max_pixels: number;
  accept: string;
  halve_from: number;
};

export type PhotoList = {
  photos: Array<Photo>;
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

export type PlayedTurn = {
  turn: string;
  awards: Record<string, number>;
  player: "red" | "yellow" | "blue" | "green";
};

export type Player = {
  colour: "red" | "yellow" | "blue" | "green";
  name: string;
  score: number;
  on_board: number;
  reserve: number;
  to_move: boolean;
};

export type PlayerName = {
  colour: "red" | "yellow" | "blue" | "green";
  name: string;
};

export type PlayerScore = {
  colour: "red" | "yellow" | "blue" | "green";
  name: string;
  score: number;
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
  regions: Array<Region>;
  ask: Array<string>;
  pays: Array<string>;
  awards: Record<string, number>;
  totals: Record<string, number>;
  take_off: Record<string, Array<string>>;
  check: (Check | null);
  actions: Array<string>;
  turns: Array<PlayedTurn>;
  orders: Array<Order>;
  choices: Array<"mend" | "put-back" | "ruling">;
  unchanged: (Unchanged | null);
  put_back: (PutBack | null);
  fault: (Problem | null);
  unseen: Unseen;
  not_shown: NotShown;
  gone: Gone;
  ended: (Ended | null);
  changed: Array<ChangedHex>;
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
  photo_size?: Size;
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
  left: (Left | null);
};

export type Prospects = {
  revision: number;
  cell: string;
  lands: Array<Prospect>;
  more: number;
};

export type PutBack = {
  pioneers: Record<string, Array<string>>;
  stones: Array<string>;
  cells: Record<string, "red" | "yellow" | "blue" | "green" | "stone" | "empty">;
};

export type Reader = {
  ready: boolean;
  message?: string;
};

export type Reading = {
  format: "terranova-reading/1";
  photo?: Size;
  board?: string;
  paper?: string;
  hex_mm?: number;
  cells?: Record<string, SurePiece>;
  doubtful?: Array<string>;
  by_effect?: Array<string>;
  unseen?: Array<string>;
  centres_px?: Record<string, Array<number>>;
  board_to_photo?: Array<Array<number>>;
  position?: Position;
  milliseconds?: Milliseconds;
  notes?: Array<string>;
  groups?: Array<Group>;
  advice?: Array<string>;
  explanations?: Array<Explanation>;
  nearest?: (Explanation | null);
  moment?: (Moment | null);
};

export type ReadingStarted = {
  job: string;
};

export type Region = {
  first: string;
  cells: Array<string>;
  terrains: Array<string>;
  pioneers: Record<string, number>;
  value: number;
  awards: Record<string, number>;
  status: "open" | "pays" | "ask" | "paid";
  why: ("majority" | "tie" | "nobody" | "said" | "paid" | null);
};

export type RemarkJson = {
  sentence: string;
  cells: Array<Array<number>>;
};

export type RemovedBoard = {
  name: string;
};

export type Replay = {
  revision: number;
  frames: Array<Frame>;
};

export type Revision = {
  revision: number;
  position: Position;
  cells: Record<string, "red" | "yellow" | "blue" | "green" | "stone" | "empty">;
  land: Array<Holding>;
  entry: Entry;
};

export type Ruling = {
  reason: string;
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

export type Settled = {
  cells: Array<string>;
  terrains?: Array<string>;
  value: number;
  pioneers?: Record<string, number>;
  awards: Record<string, number>;
  why: "majority" | "tie" | "nobody" | "said" | "paid";
};

export type SharedMoment = {
  revision: number;
  turn: (string | null);
  cells: Record<string, "red" | "yellow" | "blue" | "green" | "stone" | "empty">;
  land: Array<Holding>;
  scores: Record<string, number>;
  sentence: string;
};

export type Size = {
  width: number;
  height: number;
};

export type Sketch = {
  title: string;
  cells: Array<Array<number>>;
  terrains: Array<string>;
};

export type State = {
  date: string;
  place: string;
  note: string;
  shelf: "table" | "archive" | "bin";
  id: string;
  created: string;
  changed: string;
  title: string;
  mode: "keeper" | "referee";
  edition: "de" | "fr" | "fi" | "it" | "hu";
  board: string;
  phase: "setup" | "playing" | "over";
  version: number;
  revision: number;
  paper: (string | null);
  hex_mm: (number | null);
  ink: ("colour" | "light" | "grey" | null);
  practice: (string | null);
  players: Array<Player>;
  position: Position;
  cells: Record<string, "red" | "yellow" | "blue" | "green" | "stone" | "empty">;
  score: Score;
  paid: Array<Array<string>>;
  land: Array<Holding>;
  next: (Next | null);
  ended: (Ended | null);
  last: Entry;
  clock: (ClockNow | null);
  can_undo: boolean;
  can_redo: boolean;
  chart: Array<ChartPoint>;
  photo: (Photo | null);
};

export type Step = {
  from: number;
};

export type SurePiece = {
  piece: "red" | "yellow" | "blue" | "green" | "stone" | "empty";
  confidence: number;
};

export type TrackSpace = {
  value: number;
  x: number;
  y: number;
  width: number;
  height: number;
};

export type Turns = {
  format: "terranova-turns/1";
  player: "red" | "yellow" | "blue" | "green";
  count: number;
};

export type Unchanged = {
  turns: Array<string>;
  ways: number;
  ruling: boolean;
};

export type Unfinished = {
  from: number;
  turn: string;
};

export type Unseen = {
  cells: Array<string>;
  points: number;
};
