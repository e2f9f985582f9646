/**
 * The messages of a battle's WebSocket, as the server's `messages.py` defines them, and the plain
 * data of rulebooks in them. Fields that have their default value are left out on the way here.
 */

export type Side = string;
export type PieceId = string;
export type Point = [number, number];

/** An order, whole or in part: its tag and its fields. */
export type Order = { order: string } & Record<string, unknown>;

// -- what a page asks of a book -----------------------------------------------------------------

export type Sort =
  "piece" | "pieces" | "point" | "path" | "heading" | "number" | "word" | "flag" | "feature";

export interface Word {
  value: string;
  label: string;
}

export interface Slot {
  name: string;
  sort: Sort;
  ask: string;
  required?: boolean;
  several?: boolean;
  pieces?: PieceId[];
  words?: Word[];
  headings?: number[];
  /** The only places there are. */
  spots?: Point[];
  least?: number;
  step?: number;
  most?: number;
  default?: unknown;
}

export interface Action {
  order: string;
  label: string;
  rule: string;
  key?: string;
  piece?: PieceId;
  hint?: string;
  refusal?: string;
  refused_by?: string;
  fixed?: Record<string, unknown>;
  slots?: Slot[];
  ends?: boolean;
  /** Whether pressing it is enough. */
  at_once?: boolean;
}

export interface Stat {
  value: string;
  label: string;
  hint?: string;
}

export interface Sheet {
  piece: PieceId;
  title: string;
  subtitle?: string;
  stats?: Stat[];
  lines?: string[];
}

export interface Trace {
  used?: number;
  allowed?: number;
  label?: string;
  ghosts?: { piece: PieceId; x: number; y: number; heading: number }[];
  notes?: string[];
}

export interface Modifier {
  side: string;
  value: number;
  rule: string;
  text: string;
}

export interface Result {
  result: string;
  /** A fraction, such as "13/100". */
  probability: string;
}

/** What may become of one of several. */
export interface Fate {
  piece: PieceId;
  name: string;
  outcomes: Result[];
}

export interface Odds {
  title: string;
  /** What may come of it; where several are concerned, what is nobody's own. */
  outcomes: Result[];
  fates: Fate[];
  modifiers: Modifier[];
}

export interface Phrase {
  piece: PieceId | null;
  action: string;
  text: string;
}

/** SVG of overlays, under the pieces and over them. */
export interface Drawn {
  under?: string;
  over?: string;
}

// -- what happened ------------------------------------------------------------------------------

export interface Roll {
  what: string;
  sides: number;
  faces: number[];
  drawn?: boolean;
}

export interface Tally {
  side: string;
  modifiers?: { value: number; rule: string; text: string }[];
  total?: number;
}

export interface BattleEvent {
  kind: string;
  text: string;
  rules?: string[];
  pieces?: PieceId[];
  rolls?: Roll[];
  tallies?: Tally[];
  data?: Record<string, any>;
}

export interface Entry {
  line: number;
  kind: string;
  events?: BattleEvent[];
  to?: number;
  secret?: string;
}

// -- where the battle stands --------------------------------------------------------------------

export interface SeatInfo {
  seat: string;
  side?: Side | null;
  role?: "player" | "referee";
  kind?: string;
  name?: string;
  here?: boolean;
  pieces?: PieceId[];
  /** Whether it is a seat of whoever began the battle. */
  own?: boolean;
  /** When the person who holds it took it. */
  taken?: number | null;
  /** Whether its holder is asked to give it up. */
  asked?: boolean;
}

/** Why somebody who was invited only looks on. */
export interface Barred {
  why: "taken" | "not-recorded" | "unclaimed";
  seat: string;
  text: string;
  name?: string;
  at?: number;
}

export interface Question {
  ask: string;
  rule: string;
  prompt: string;
  about?: PieceId[];
  default?: Order;
}

export interface DiceWanted {
  seat: string;
  request: string;
  what: string;
  sides: number;
  count: number;
  drawn?: boolean;
  mine?: boolean;
}

export interface Proposal {
  proposal: number;
  seat: string;
  to: number;
  text: string;
  mine?: boolean;
}

export interface Outcome {
  winner: Side | null;
  rule: string;
  reason: string;
  scores?: Record<Side, number>;
}

export interface SetAside {
  why: "time" | "memory" | "rules" | "record" | "book";
  text: string;
  agrees?: number | null;
  changes?: { rules: string[]; text: string }[];
  fact?: string;
  heir?: string;
}

export interface Standing {
  number: number;
  turn: number;
  turns: number;
  status: "gathering" | "running" | "over";
  questions?: Question[];
  waiting?: string[];
  since?: number;
  outcome?: Outcome;
  undo?: string | null;
  dice?: DiceWanted;
  proposal?: Proposal;
  words?: string[];
  ceremony?: CeremonyInfo;
  unready?: string[];
  aside?: SetAside;
}

/** How far the words for fair dice have come. */
export interface CeremonyInfo {
  phase: "sealing" | "opening";
  commitment: string;
  sealed?: string[];
  /** All seals by seat, as soon as the last one is in. */
  seals?: Record<string, string>;
  opened?: string[];
  begun_anew?: BegunAnew[];
}

export interface BegunAnew {
  by: string;
  commitment: string;
  opening?: boolean;
}

export interface Said {
  number: number;
  seat: string;
  name: string;
  text: string;
  at: number;
  to?: "all" | "side";
}

export interface ScenarioInfo {
  id: string;
  title: string;
  date?: string;
  place?: string;
  briefing?: string;
  turns: number;
  width: number;
  depth: number;
  unit?: string;
  /** Whether the table is made of squares of an inch. */
  squares?: boolean;
  sides: { id: Side; name: string }[];
}

export interface BookInfo {
  code: string;
  title: string;
  /** What the book calls a turn. */
  turn_name: string;
  options?: { id: string; text: string; rule: string; value: string | boolean }[];
  /** The orders that may be given at any time. */
  anytime?: string[];
}

export interface DiceInfo {
  kind: string;
  /** Of computer dice: told to all if it was chosen, and at the end if it was drawn. */
  seed?: string;
  seed_from?: "chosen" | "drawn" | null;
  commitment?: string;
  words?: string[];
  /** As the journal has it, as soon as the battle has begun. */
  ceremony?: {
    battle: string;
    words?: { seat: string; seal: string; nonce: string; word: string }[];
    begun_anew?: BegunAnew[];
  };
  secret?: string;
}

export interface Welcome {
  type: "welcome";
  protocol: number;
  battle: string;
  scenario: ScenarioInfo;
  book: BookInfo;
  dice: DiceInfo;
  seat: string;
  side: Side | null;
  role: "player" | "referee" | "onlooker";
  host: boolean;
  /** Whether this page came by the token of whoever holds the seat. */
  holds?: boolean;
  /** Whether the seat is held by the token that this page has made up. */
  claimed?: boolean;
  barred?: Barred;
  seats: SeatInfo[];
  standing: Standing;
  entries: Entry[];
  chat: Said[];
}

export interface Update {
  type: "update";
  standing: Standing;
  entries?: Entry[];
}

export interface Done {
  type: "done";
  key: string;
  number: number;
}

export interface Refused {
  type: "refused";
  key: string;
  rule: string;
  reason: string;
  number: number;
}

export interface Target {
  piece: PieceId;
  refusal?: string;
  rule?: string;
  odds?: Odds;
  distance?: number;
}

export interface Offer {
  order: Order;
  piece: PieceId | null;
  action: string;
  text: string;
}

/** A layer of the drawing, and its fingerprint. */
export interface Layer {
  svg: string;
  fingerprint: string;
}

/** A piece as the drawing shows it, in words. */
export interface Called {
  piece: PieceId;
  side: Side;
  side_name: string;
  label: string;
  kind: string;
  /** How it is drawn: `stand`, `vehicle`, `counter` or `marker`. */
  look?: string;
  x: number;
  y: number;
  heading: number;
  marks: string[];
  text: string;
  /** Whether it can still act. */
  ready?: boolean;
}

export interface Answer {
  type: "answer";
  id: number;
  number: number;
  actions?: Action[];
  sheet?: Sheet;
  refusal?: { rule: string; reason: string } | null;
  odds?: Odds | null;
  trace?: Trace | null;
  phrase?: Phrase | null;
  drawn?: Drawn;
  targets?: Target[];
  offers?: Offer[];
  layers?: Record<string, Layer>;
  pieces?: Called[];
  fields?: Record<string, unknown>[];
  problem?: string;
}

export interface Heard {
  type: "heard";
  said: Said;
}

export interface Presence {
  type: "presence";
  seats: SeatInfo[];
  onlookers?: number;
}

export interface Trouble {
  type: "trouble";
  reason: string;
  key?: string;
  id?: number | null;
}

export interface Pong {
  type: "pong";
  number: number;
}

export type Outgoing =
  Welcome | Update | Done | Refused | Answer | Heard | Presence | Trouble | Pong;

export type About =
  | "actions"
  | "sheet"
  | "preview"
  | "targets"
  | "reach"
  | "sights"
  | "offers"
  | "hint"
  | "drawing"
  | "fields";

/** What a question may be asked about, beside its subject. */
export interface AskDetails {
  piece?: PieceId;
  order?: Order;
  slot?: string;
  level?: string;
  theme?: "light" | "dark";
  /** The least size of names, in inches. */
  words?: number;
  have?: Record<string, string>;
}

/** What changes the battle, or says something: sent under a key until the server has answered. */
export type Keyed =
  | { type: "give"; expect: number; order: Order }
  | { type: "undo"; expect: number; to?: number }
  | { type: "consent"; proposal: number; agree: boolean }
  | { type: "throw"; faces: number[] }
  | { type: "cancel-throw" }
  | { type: "seal"; commitment: string; seal: string }
  | { type: "open"; nonce: string; word: string }
  | { type: "begin-anew" }
  | { type: "ready"; ready: boolean }
  | { type: "release"; agree: boolean }
  | { type: "decree"; expect: number; ruling: Record<string, unknown> }
  | { type: "overrule"; expect: number; results: Record<string, string> }
  | { type: "lay-open" }
  | { type: "chat"; text: string; to: "all" | "side" };

/** A rule of a catalogue, as the server tells it. */
export interface Rule {
  id: string;
  text: string;
  book_title?: string;
  /** Where it stands in the book. */
  where?: string;
  ruling?: string;
  kind?: string;
}
