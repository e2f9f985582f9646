/**
 * What goes over HTTP, in both directions.
 *
 * Written by `python -m sandtable.server.typescript` from the models of the server; change those.
 */

/**
 * A running or finished battle, as everybody in the lobby may know it.
 *
 * `hosted` says whether whoever asks may invite, revoke and delete; `aside` why it does not go on,
 * if it was set aside; `seed_from` whether the seed of the computer's dice was chosen by the host,
 * who then can work out every roll, or drawn by the server.
 */
export interface BattleInfo {
  id: string;
  title: string;
  scenario: string;
  book: string;
  turn: number;
  turns: number;
  turn_name: string;
  status: "gathering" | "running" | "over";
  waiting: string[];
  created: number;
  changed: number;
  seats: SeatShown[];
  outcome: import("./types").OutcomeInfo | null;
  dice: "computer" | "fair" | "real";
  seed_from: "chosen" | "drawn" | null;
  number: number | null;
  hosted: boolean;
  aside: string | null;
}

/** A battle that has just been begun. The links are shown this once. */
export interface BattleMade {
  id: string;
  host: string;
  seats: SeatLink[];
  onlookers: string;
}

/** A new battle. */
export interface BattleWanted {
  seats?: SeatWanted[];
  referee?: "none" | "me" | "friend";
  dice?: "computer" | "fair" | "real";
  seed?: string;
  word?: string;
  wait?: boolean;
  scenario: string;
  options?: Record<string, boolean | string>;
  characters?: Record<string, string>;
}

/** The card of a person; `whole` says whether it is all there is to know. */
export interface CardInfo {
  title: string;
  subtitle: string;
  marks: string[];
  parts: CardPartInfo[];
  whole: boolean;
}

/** A part of a card under a heading. */
export interface CardPartInfo {
  title: string;
  facts: FactInfo[];
}

/** Somebody from a file, to be put in the place of a unit. */
export interface CharacterBrought {
  unit: string;
  text: string;
}

/** The card of somebody in a battle; `mine` says whether one may take his file home. */
export interface CharacterShown {
  piece: string;
  side: string;
  mine: boolean;
  card: CardInfo;
}

/** Somebody new, from a ready-made one. */
export interface CharacterWanted {
  kind: string;
  name: string;
}

/** The table after a line: its layers, and what is on it in words. */
export interface Drawn {
  line: number;
  layers: Record<string, LayerInfo>;
  pieces: import("./types").CalledInfo[];
}

/** A line of a card, and the rule behind it. */
export interface FactInfo {
  label: string;
  value: string;
  rule: string;
  hint: string;
}

/** A side of a scenario with its units, as far as everybody may know. */
export interface ForceInfo {
  id: string;
  name: string;
  people: string;
  strength: number;
  hides: boolean;
  units: UnitInfo[];
}

/** A layer of the drawing, and its fingerprint. */
export interface LayerInfo {
  svg: string;
  fingerprint: string;
}

/** A link to a seat. */
export interface Link {
  link: string;
}

/** A fresh link to a seat. */
export interface LinkWanted {
  seat: string;
}

/**
 * How lucky a side was: what its dice brought, against what they bring on average.
 *
 * `deviations` is by how many standard deviations the rolls that brought anything were more than on
 * average.
 */
export interface LuckShown {
  side: string;
  rolls: number;
  results: Record<string, unknown>[];
  deviations: number;
  verdict: string;
}

/** A step of a battle that still counts, with what each side had lost by then. */
export interface Moment {
  line: number;
  turn: number;
  text: string;
  kind: string;
  losses: Record<string, number>;
  events: import("./types").BattleEvent[];
}

/** A switch of the book, and how it is set. */
export interface OptionInfo {
  id: string;
  rule: string;
  text: string;
  default: boolean | string;
  allowed: (boolean | string)[];
  follows: string | null;
  words: Record<string, string>;
  typed: string | null;
  value: boolean | string;
}

/** The passphrase of the server. */
export interface Passphrase {
  passphrase: string;
}

/** In whose place people from files can be put; nowhere, if the book has nothing of it. */
export interface PersonalInfo {
  noun: string;
  places: PlaceInfo[];
  ready_made: ReadyMadeInfo[];
}

/** A unit in whose place somebody from a file can be put. */
export interface PlaceInfo {
  id: string;
  side: string;
  name: string;
}

/** A computer player. */
export interface PlayerInfo {
  name: string;
  text: string;
}

/** What went wrong, in a sentence. */
export interface Problem {
  detail: string;
}

/** Somebody to begin with. */
export interface ReadyMadeInfo {
  id: string;
  text: string;
}

/** A battle step by step; `turning` are the lines at which it turned. */
export interface Replay {
  moments: Moment[];
  turns: TurnMark[];
  turning: number[];
}

/** A rule, in our own words. */
export interface RuleInfo {
  id: string;
  book: string;
  book_title: string;
  kind: string;
  where: string;
  text: string;
  ruling: string;
}

/** A battle that can be fought, with all that is to be chosen. */
export interface ScenarioDetails {
  id: string;
  title: string;
  book: string;
  book_title: string;
  squares: boolean;
  date: string | null;
  place: string | null;
  briefing: string;
  turns: number;
  turn_name: string;
  sides: SideInfo[];
  advanced: boolean | null;
  balance: string | null;
  length: string;
  forces: ForceInfo[];
  options: OptionInfo[];
}

/**
 * A battle that can be fought.
 *
 * `turns` is the last turn that there can be, 0 where there is none, and `turn_name` what the book
 * calls one. `length` is an estimate: half a minute for each piece and turn. Whether it is
 * `advanced` is only said of books that have a basic game, too.
 */
export interface ScenarioInfo {
  id: string;
  title: string;
  book: string;
  book_title: string;
  squares: boolean;
  date: string | null;
  place: string | null;
  briefing: string;
  turns: number;
  turn_name: string;
  sides: SideInfo[];
  advanced: boolean | null;
  balance: string | null;
  length: string;
}

/**
 * Who plays a seat from now on.
 *
 * A `computer`; a `person`: whose it is, again; `me`: whoever began the battle; or a `friend` who
 * is invited.
 */
export interface SeatChanged {
  kind: "person" | "computer" | "me" | "friend";
  level?: string;
}

/** A seat, who plays there, and the link to it. */
export interface SeatLink {
  seat: string;
  kind: string;
  link: string | null;
}

/**
 * Who sits where.
 *
 * `own` seats are those of whoever began the battle. `taken` says when another person took a seat,
 * whose it is since then even while a computer plays there, and `asked` whether he is asked to give
 * it up.
 */
export interface SeatShown {
  seat: string;
  side: string | null;
  role: "player" | "referee";
  kind: string;
  name: string;
  here: boolean;
  own: boolean;
  taken: number | null;
  asked: boolean;
}

/** A seat of a new battle: whose it is, and who plays there. */
export interface SeatWanted {
  seat: string;
  side: string;
  kind: "me" | "computer" | "friend";
  level?: string;
  name?: string;
  pieces?: string[];
}

/**
 * A side of a scenario.
 *
 * `people` is what it is called in a sentence: "the Germans". Its `strength` does not count those
 * who hide.
 */
export interface SideInfo {
  id: string;
  name: string;
  people: string;
  strength: number;
  hides: boolean;
}

/** Who plays, and with which dice. A `word` is refused: it is sealed at the table. */
export interface TableWanted {
  seats?: SeatWanted[];
  referee?: "none" | "me" | "friend";
  dice?: "computer" | "fair" | "real";
  seed?: string;
  word?: string;
  wait?: boolean;
}

/** A new battle that goes on from a line of another. */
export interface TakeOver {
  seats?: SeatWanted[];
  referee?: "none" | "me" | "friend";
  dice?: "computer" | "fair" | "real";
  seed?: string;
  word?: string;
  wait?: boolean;
  line: number;
}

/** The last line of a turn. */
export interface TurnMark {
  turn: number;
  line: number;
}

/** A unit that a side has. */
export interface UnitInfo {
  id: string;
  name: string;
  kind: string;
}

/** What checking a battle has shown. */
export interface Verified {
  ok: boolean;
  lines: number;
  dice: import("./types").DiceInfo;
  problem: string | null;
}
