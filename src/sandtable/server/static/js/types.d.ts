/**
 * The messages of a battle's WebSocket, and the plain data of rulebooks in them. Fields that have
 * their default are left out on the way to the page.
 *
 * Written by `python -m sandtable.server.typescript` from the messages of the server; change those.
 */

/** The first message: who is there, and what it has seen. */
export interface Hello {
  type: "hello";
  /** The secret of a seat, of the referee, or of the onlookers' link; or an invitation. */
  token: string;
  /**
   * With an invitation: a token of 256 random bits of the client's own making, with which it takes
   * the seat and comes in from then on. Who says hello with an invitation and without one only
   * looks on.
   */
  claim?: string;
  /** The last line that the client has; 0 for nothing but the start, -1 for nothing. */
  since?: number;
  /** What the others may call this person. */
  name?: string;
}

/** An order of this seat. */
export interface Give {
  type: "give";
  key: string;
  expect: number;
  order: { order: string } & Record<string, unknown>;
}

/**
 * Take the last step back, or everything after a line.
 *
 * If that is not free, the others are asked (or the referee does it at once). `done` then says that
 * they are; a wish is no part of the record, and ends when the server is started anew.
 */
export interface Undo {
  type: "undo";
  key: string;
  expect: number;
  to?: number;
}

/** The answer to a wish of the other side to take something back. */
export interface Consent {
  type: "consent";
  key: string;
  proposal: number;
  agree: boolean;
}

/** The faces of real dice that were thrown at the table, as the server asked. */
export interface Throw {
  type: "throw";
  key: string;
  faces: number[];
}

/** Give the order up for which dice are wanted; nothing has happened. */
export interface CancelThrow {
  type: "cancel-throw";
  key: string;
}

/**
 * The seal of a word for fair dice, which binds it and does not show it.
 *
 * It is the SHA-256, in hex, of the texts `sandtable fair dice: seal`, `commitment`, the id of the
 * battle, the seat, a nonce of 32 random bytes in hex, and the word, each written as its length in
 * UTF-8 bytes, a colon, and itself. Until all seals are in it can be replaced.
 */
export interface Seal {
  type: "seal";
  key: string;
  commitment: string;
  seal: string;
}

/** What is in one's seal; not before all seals have been shown. */
export interface Open {
  type: "open";
  key: string;
  nonce: string;
  word: string;
}

/** Have all words sealed anew, since this person cannot open his seal any more. */
export interface BeginAnew {
  type: "begin-anew";
  key: string;
}

/** Whether this person is ready for a battle that waits for everybody to begin. */
export interface Ready {
  type: "ready";
  key: string;
  ready?: boolean;
}

/** Give the seat up that this person holds, or refuse to when he is asked to. */
export interface Release {
  type: "release";
  key: string;
  agree: boolean;
}

/** A ruling of the referee. */
export interface Decree {
  type: "decree";
  key: string;
  expect: number;
  ruling: Record<string, unknown>;
}

/** New results for the last order, by name, from the referee. */
export interface Overrule {
  type: "overrule";
  key: string;
  expect: number;
  results: Record<string, string>;
}

/** Lay the secret of fair dice open after the battle, which closes its record. */
export interface LayOpen {
  type: "lay-open";
  key: string;
}

/** Something said: to all, or to one's own side. */
export interface Chat {
  type: "chat";
  key: string;
  text: string;
  to?: "all" | "side";
}

/** A question that changes nothing. The answer bears its id. */
export interface Ask {
  type: "ask";
  /** Any number, to know the answer by. */
  id: number;
  /** What is asked: */
  about:
    | "actions"
    | "drawing"
    | "farthest"
    | "fields"
    | "fitting"
    | "hint"
    | "offers"
    | "preview"
    | "reach"
    | "sheet"
    | "sights"
    | "targets"
    | "telling";
  /** A piece. */
  piece?: string;
  /** An order, whole or in part. */
  order?: { order: string } & Record<string, unknown>;
  /** A field of that order. */
  slot?: string;
  /** The name of a computer player. */
  level?: string;
  /** For whatever is drawn: by day or by night. */
  theme?: "dark" | "light";
  /** For whatever is drawn: the least size of names, in inches. */
  words?: number;
  /** For a drawing: the fingerprints of the layers that the client has, by layer. */
  have?: Record<string, string>;
  /** For a telling: the last line that is not to be told. */
  since?: number;
  /** For a telling: the last line that is; without one, the last there is. */
  until?: number;
}

/** Are you there? The answer is `pong`. */
export interface Ping {
  type: "ping";
}

/** The answer to `hello`: the battle, and everything since the line that the client has. */
export interface Welcome {
  type: "welcome";
  /** The version of this protocol. */
  protocol: number;
  /** Its id. */
  battle: string;
  /** What is fought, as far as this seat may know. */
  scenario: ScenarioInfo;
  /** The rulebook, and its options as they are set. */
  book: BookInfo;
  /** What everybody may know of the dice. */
  dice: DiceInfo;
  /** This client's seat; `onlooker` for those who only look on. */
  seat: string;
  /** Its side. */
  side: string | null;
  /** What it is here. */
  role: "onlooker" | "player" | "referee";
  /** Whether this token may invite and revoke. */
  host: boolean;
  /** Who sits where. */
  seats: SeatInfo[];
  /** Where the battle stands. */
  standing: Standing;
  /** The lines since the one that the client has. */
  entries: Entry[];
  /** What was said. */
  chat: Said[];
  /**
   * Whether this token is that of whoever holds the seat: he may make further links to it and
   * revoke them, have a computer play in his place, and give the seat up.
   */
  holds?: boolean;
  /**
   * Whether the seat was taken with the token that the client has made up: from now on it comes in
   * by that one.
   */
  claimed?: boolean;
  /** Why somebody who was invited only looks on. */
  barred?: Barred;
}

/** What everybody may know of a scenario. */
export interface ScenarioInfo {
  /** What it is about. */
  briefing: string;
  /** When it was fought. */
  date: string | null;
  /** The table's depth. */
  depth: number;
  /** What the table is covered with. */
  ground: string | null;
  /** Its id. */
  id: string;
  /** What for. */
  objectives: ObjectiveInfo[];
  /** Where. */
  place: string | null;
  /** Who fights. */
  sides: SideName[];
  /** Whether the table is made of squares of an inch. */
  squares: boolean;
  /** What it is called. */
  title: string;
  /** The last turn that there can be; 0 where there is none. */
  turns: number;
  /** What the book measures in. */
  unit: string;
  /** The table's width, in inches. */
  width: number;
}

/** Something to fight for, and what it is worth. */
export interface ObjectiveInfo {
  id: string;
  name: string;
  value: number;
  x: number;
  y: number;
}

/** A side, and what it is called. */
export interface SideName {
  id: string;
  name: string;
}

/** A rulebook. */
export interface BookInfo {
  /** The orders that may be given at any time. */
  anytime: string[];
  /** Its code. */
  code: string;
  /** Its switches. */
  options: OptionInfo[];
  /** What it is called. */
  title: string;
  /** What it calls a turn. */
  turn_name: string;
}

/** A switch of the book, and how it is set. */
export interface OptionInfo {
  /** What it can be set to. */
  allowed: (string | boolean)[];
  /** How the book has it. */
  default: string | boolean;
  /** The option that settles it where the scenario does not. */
  follows: string | null;
  /** Its id. */
  id: string;
  /** The rule that it switches. */
  rule: string;
  /** What it does. */
  text: string;
  /** The setting that stands for whatever is typed in its place. */
  typed: string | null;
  /** How it is set. */
  value: string | boolean;
  /** What settings are called, where that is not clear. */
  words: Record<string, string>;
}

/** What everybody may know of the dice. */
export interface DiceInfo {
  /** Of fair dice: how they came in, as the journal has it. */
  ceremony?: Ceremony;
  /** Of fair dice: the commitment to the server's secret. */
  commitment?: string;
  /** What sort of dice. */
  kind: "computer" | "fair" | "real";
  /** Of fair dice: the secret, at the end. */
  secret?: string | null;
  /** Of computer dice: told to all if it was chosen, and at the end if it was drawn. */
  seed?: string | null;
  /**
   * Of computer dice: `chosen` by the host, who then can work out every roll, or `drawn` by the
   * server.
   */
  seed_from?: "chosen" | "drawn" | null;
  /** Of fair dice: the words, as soon as the battle has begun. */
  words?: string[];
}

/** How the words came into fair dice. */
export interface Ceremony {
  /** The name of the battle, which every seal contains. */
  battle: string;
  /** The words, in the order of their seats' names. */
  words?: SealedWord[];
  /** The ceremonies that were broken off before. */
  begun_anew?: BegunAnew[];
}

/** A person's word for fair dice, opened. */
export interface SealedWord {
  /** Whose it is. */
  seat: string;
  /** The seal that was published before any word was opened. */
  seal: string;
  /** 32 random bytes, in hex, so that no word can be guessed from its seal. */
  nonce: string;
  /** The word. */
  word: string;
}

/** A ceremony that was broken off, after which another one was begun with a new secret. */
export interface BegunAnew {
  /** The seat that wanted it, or `host`. */
  by: string;
  /** The commitment of the ceremony that was broken off. */
  commitment: string;
  /** Whether all seals were in by then, so that words may have been known. */
  opening?: boolean;
}

/** Who sits where, as everybody may know. */
export interface SeatInfo {
  /** The seat. */
  seat: string;
  /** Its side; none for the referee. */
  side?: string;
  /** A player, or the referee. */
  role?: "player" | "referee";
  /** A person, or the name of a computer player. */
  kind?: string;
  /** What the person is called. */
  name?: string;
  /** Whether somebody is connected there now. */
  here?: boolean;
  /** The pieces of that seat where a side is shared; only own side's are told. */
  pieces?: string[];
  /** Whether it is a seat of whoever began the battle. */
  own?: boolean;
  /**
   * When the person who holds it took it, in seconds since 1970. A computer may play there in his
   * place.
   */
  taken?: number;
  /** Whether its holder is asked to give it up. */
  asked?: boolean;
}

/** Where the battle stands, for this seat. */
export interface Standing {
  /** The number of the last line. */
  number: number;
  /** The turn, and of how many. */
  turn: number;
  /** See `turn`. */
  turns: number;
  /** `gathering` (somebody's word or readiness is missing), `running` or `over`. */
  status: "gathering" | "over" | "running";
  /** What this seat has to decide. */
  questions?: Question[];
  /** The seats that the battle waits for, as far as this one knows. */
  waiting?: string[];
  /** When the battle began to wait for them, in seconds since 1970. */
  since?: number;
  /** How it ended. */
  outcome?: OutcomeInfo;
  /**
   * Why the last step cannot be taken back freely, in a sentence; empty if it can; `None` if there
   * is nothing to take back.
   */
  undo?: string;
  /** The real dice that are wanted. */
  dice?: DiceWanted;
  /** A wish to take something back. */
  proposal?: Proposal;
  /** The seats that the fair dice wait for: to seal a word, or to open it. */
  words?: string[];
  /** How far the words for fair dice have come, while the battle gathers. */
  ceremony?: CeremonyInfo;
  /** The seats that have yet to say that they are ready. */
  unready?: string[];
  /** Why the battle does not go on, if it was set aside: it can only be looked at. */
  aside?: SetAside;
}

/**
 * A decision that this seat has to take: what about, under which rule, and for whom.
 *
 * `default` is the book's own answer, where it has one (questions to the referee).
 */
export interface Question {
  ask: string;
  rule: string;
  prompt: string;
  about?: string[];
  default?: { order: string } & Record<string, unknown>;
}

/** How a battle ended. */
export interface OutcomeInfo {
  /** Why, as a sentence. */
  reason: string;
  /** The rule that ended it. */
  rule: string;
  /** What the decision rested on, by side. */
  scores: Record<string, number>;
  /** The side that won; none for a draw. */
  winner: string | null;
}

/** Real dice that somebody has to throw now. */
export interface DiceWanted {
  /** Who throws. */
  seat: string;
  /** The roll in words: "2d6, grenade damage". */
  request: string;
  /** What it is for. */
  what: string;
  /** The sides of each die, or from how many something is drawn. */
  sides: number;
  /** How many faces are missing. */
  count: number;
  /** Whether the faces must all differ. */
  drawn?: boolean;
  /** Whether this client is the one to type them in. */
  mine?: boolean;
}

/** A wish to take something back that needs the others' consent. */
export interface Proposal {
  /** Its number. */
  proposal: number;
  /** Whose wish it is. */
  seat: string;
  /** The line after which the battle would stand again. */
  to: number;
  /** The wish as a sentence. */
  text: string;
  /** Whether this client is asked for its consent. */
  mine?: boolean;
}

/** How far the words for fair dice have come. */
export interface CeremonyInfo {
  /** `sealing` until the seals of all persons are in, then `opening`. */
  phase: "opening" | "sealing";
  /** The commitment to the server's secret, which every seal contains. */
  commitment: string;
  /** The seats whose seals are in. */
  sealed?: string[];
  /** All seals by seat, shown when the last one is in, before any is opened. */
  seals?: Record<string, string>;
  /** The seats that have opened theirs. */
  opened?: string[];
  /** The ceremonies that were broken off before. */
  begun_anew?: BegunAnew[];
}

/** Why a battle does not go on. */
export interface SetAside {
  /** `time`, `memory`, `rules`, `record` or `book`. */
  why: "book" | "memory" | "record" | "rules" | "time";
  /** What happened, where, and what can be done, in sentences. */
  text: string;
  /** The last line from which it can be gone on with, by the rules of today. */
  agrees?: number;
  /** What has changed in its rules: their ids, and a sentence. */
  changes?: Change[];
  /** What was expected and found, for those who may know all. */
  fact?: string;
  /** The battle as which it goes on with the same people, if it does. */
  heir?: string;
}

/** One thing that changed. */
export interface Change {
  /** The ids of the rules that are carried out differently now. */
  rules: string[];
  /** What is different, in a sentence. */
  text: string;
}

/** One line of the battle's record, as far as this seat may know of it. */
export interface Entry {
  /** Its number. */
  line: number;
  /** `order`, `ruling`, `overrule`, `undo` or `reveal`; the start is `start`. */
  kind: string;
  /** What happened. */
  events?: BattleEvent[];
  /** For an undo or an overruling: everything after this line no longer counts. */
  to?: number;
  /** For a reveal: the secret of the dice. */
  secret?: string;
}

/** Something that happened on the table. */
export interface BattleEvent {
  /** Figures that a program may want. */
  data?: Record<string, unknown>;
  /** What sort of thing, in a word. */
  kind: string;
  /** The pieces concerned, the doer first. */
  pieces?: string[];
  /** The dice that were thrown for it. */
  rolls?: RollInfo[];
  /** The rules that made it, in the order in which they were applied. */
  rules?: string[];
  /** The totals behind the result. */
  tallies?: TallyInfo[];
  /** A sentence for the log. */
  text: string;
}

/** Dice that were thrown, or places in a pile that was drawn from (`drawn`). */
export interface RollInfo {
  drawn?: boolean;
  faces: number[];
  sides: number;
  what: string;
}

/** The total of a side, modifier by modifier. */
export interface TallyInfo {
  modifiers: ModifierInfo[];
  side: string;
  total: number;
}

/** A number of a total, with its rule and a few words. */
export interface ModifierInfo {
  rule: string;
  text: string;
  value: number;
}

/**
 * Something that was said; by nobody (an empty `seat`), a lasting notice of the table.
 *
 * Notices tell of seats that change hands.
 */
export interface Said {
  number: number;
  seat: string;
  name: string;
  text: string;
  at: number;
  to?: "all" | "side";
}

/** Why somebody who came with an invitation only looks on. */
export interface Barred {
  /**
   * `taken`: the seat was taken up before; `not-recorded`: it could not be recorded that he takes
   * it, so the invitation is still good, and he may try again; `unclaimed`: he has brought no token
   * of his own.
   */
  why: "not-recorded" | "taken" | "unclaimed";
  /** The seat. */
  seat: string;
  /** The reason as a sentence or two. */
  text: string;
  /** The name under which it was taken. */
  name?: string;
  /** When, in seconds since 1970. */
  at?: number;
}

/** Something happened, or the battle waits for something else. */
export interface Update {
  type: "update";
  standing: Standing;
  entries?: Entry[];
}

/** What was sent under that key is done, and durably recorded; sent again, it says so again. */
export interface Done {
  type: "done";
  key: string;
  number: number;
}

/** What was sent under that key was not done, and nothing changed. */
export interface Refused {
  type: "refused";
  /** The key. */
  key: string;
  /** The rule behind it, of the book or of the table (`server.*`, `undo.*`). */
  rule: string;
  /** Why, in a sentence. */
  reason: string;
  /** The number of the last line. */
  number: number;
}

/**
 * The answer to `ask`; which fields it has depends on what was asked.
 *
 * `order` is one that was looked for, as it can be given. `layers` has each layer that changed, and
 * `pieces` lists what is on the table in words. `problem` says in a sentence why a question has no
 * answer.
 */
export interface Answer {
  type: "answer";
  id: number;
  number: number;
  actions?: Action[];
  sheet?: Sheet;
  order?: { order: string } & Record<string, unknown>;
  refusal?: RefusalInfo;
  odds?: OddsInfo;
  trace?: TraceInfo;
  phrase?: PhraseInfo;
  drawn?: DrawnInfo;
  targets?: Target[];
  offers?: Offer[];
  layers?: Record<string, LayerInfo>;
  pieces?: CalledInfo[];
  fields?: FieldInfo[];
  tellings?: Telling[];
  problem?: string;
}

/**
 * Something that a seat can order now, or could if something were otherwise.
 *
 * The order is `{"order": order, **fixed, **filled}`. The same order may be behind several actions
 * that differ in what is fixed.
 */
export interface Action {
  /** The tag of the order. */
  order: string;
  /** What stands on its button. */
  label: string;
  /** The rule that allows it. */
  rule: string;
  /**
   * The key that stands for it, one letter; unique among the actions of a piece, as far as letters
   * go round.
   */
  key?: string;
  /** Who does it, if it is done by a piece. */
  piece?: string;
  /** What it does, in a sentence. */
  hint?: string;
  /** Why it cannot be done now, in a sentence; empty if it can. */
  refusal?: string;
  /** The rule that forbids it then. */
  refused_by?: string;
  /** Fields of the order that are settled by what was picked before. */
  fixed?: Record<string, unknown>;
  /** The fields that are left to fill in, in the order in which they are asked for. */
  slots?: Slot[];
  /** Whether it ends something (a phase, a chance), so that it stands apart. */
  ends?: boolean;
  /**
   * Whether pressing it is enough: nothing is left to say, and nothing is lost by it that could not
   * be taken back.
   */
  at_once?: boolean;
}

/** A field of an order that a person fills in. */
export interface Slot {
  /** The field of the order. */
  name: string;
  /** What is given for it. */
  sort:
    | "feature"
    | "flag"
    | "heading"
    | "number"
    | "path"
    | "piece"
    | "pieces"
    | "point"
    | "word";
  /** What to say while it is wanted: "Choose a target". */
  ask: string;
  /** Whether the order needs it. What is not required may be passed over. */
  required?: boolean;
  /** Whether a list is given (of pieces, points or features). */
  several?: boolean;
  /**
   * For pieces: those among which one may pick, own or enemy, the likeliest first; whether each is
   * allowed, and why not, is found out by checking the order.
   */
  pieces?: string[];
  /** For words and features: what there is to choose from. */
  words?: Word[];
  /** For headings: the only ones there are; without any, every one. */
  headings?: number[];
  /** For points: the only ones there are, a press meaning the nearest; without any, every one. */
  spots?: [number, number][];
  /** For numbers: the smallest; for lists: how few. */
  least?: number;
  /** For numbers: the greatest; for lists: how many. */
  most?: number;
  /** For numbers: what they are multiples of, where not every one will do. */
  step?: number;
  /** What is put in if nothing is given; without it, the field is then left out. */
  default?: unknown;
}

/** One of several answers: what stands in the order, and what is shown for it. */
export interface Word {
  value: string;
  label: string;
}

/** What is known of a piece, as a card beside the table shows it. */
export interface Sheet {
  /** Its id. */
  piece: string;
  /** Its name. */
  title: string;
  /** What sort of thing it is, and what is the matter with it. */
  subtitle?: string;
  /** Its figures, the most wanted first. */
  stats?: Stat[];
  /** Further facts, a line each. */
  lines?: string[];
}

/** A figure of a data sheet: what it is, and what it is called. */
export interface Stat {
  value: string;
  label: string;
  hint?: string;
}

/** Why an order may not be given: the rule, and a sentence. */
export interface RefusalInfo {
  reason: string;
  rule: string;
}

/** The exact odds of an order. */
export interface OddsInfo {
  /** What may become of each, where several are concerned. */
  fates: FateInfo[];
  /** What goes into the totals. */
  modifiers: SideModifier[];
  /** What may come of it, the mildest first; where several are concerned, what is nobody's own. */
  outcomes: ResultInfo[];
  /** What is about to be rolled. */
  title: string;
}

/** What may become of one of several. */
export interface FateInfo {
  name: string;
  outcomes: ResultInfo[];
  piece: string;
}

/** A result, and its exact probability as a fraction: `13/100`. */
export interface ResultInfo {
  probability: string;
  result: string;
}

/** A modifier, and whose it is. */
export interface SideModifier {
  rule: string;
  side: string;
  text: string;
  value: number;
}

/** What an order would do on the table. */
export interface TraceInfo {
  /** How much it has. */
  allowed?: number;
  /** Pieces where they would stand. */
  ghosts?: GhostInfo[];
  /** The same in words. */
  label?: string;
  /** What to know before. */
  notes?: string[];
  /** How much of its movement a piece would use, in the book's unit. */
  used?: number;
}

/** Where a piece would stand, and how it would face. */
export interface GhostInfo {
  heading: number;
  piece: string;
  x: number;
  y: number;
}

/** An order in words; a ruling of the referee has a text, and the seats that would hear it. */
export interface PhraseInfo {
  /** What kind of order it is, in a word or two. */
  action?: string;
  /** The piece that carries it out, if there is one. */
  piece?: string | null;
  /** Of a ruling: who would hear it; none for everybody. */
  seats?: string[] | null;
  /** What it does. */
  text: string;
}

/** SVG of what is shown for a while, under the pieces and over them. */
export interface DrawnInfo {
  over: string;
  under: string;
}

/** A piece that may be picked, and what would come of it. */
export interface Target {
  /** The piece. */
  piece: string;
  /** Why it may not be picked; empty if it may. */
  refusal?: string;
  /** The rule behind that. */
  rule?: string;
  /** The chances of what would come of it, as in `preview`. */
  odds?: OddsInfo;
  /** How far it is from the piece that does it, in the book's unit. */
  distance?: number;
}

/** An order that can be given as it is, in words. */
export interface Offer {
  order: { order: string } & Record<string, unknown>;
  piece: string | null;
  action: string;
  text: string;
}

/** A layer of the drawing, and its fingerprint. */
export interface LayerInfo {
  fingerprint: string;
  svg: string;
}

/** A piece as the drawing shows it, in words. */
export interface CalledInfo {
  /** How it faces, in degrees from north. */
  heading: number;
  /** What sort of thing it is. */
  kind: string;
  /** What it is called. */
  label: string;
  /** How it is drawn: `stand`, `vehicle`, `counter` or `marker`. */
  look: string;
  /** What is the matter with it. */
  marks: string[];
  /** Its id. */
  piece: string;
  /** Its side. */
  side: string;
  /** What that is called. */
  side_name: string;
  /** All of that in a line. */
  text: string;
  /** Where it is, in inches from the western edge. */
  x: number;
  /** The same from the southern edge. */
  y: number;
}

/** What a referee may change. */
export interface FieldInfo {
  /** The field. */
  name: string;
  /** Whether it may be nothing. */
  optional?: boolean;
  /** What is given for it. */
  sort: "data" | "flag" | "number" | "text" | "word";
  /** What it means. */
  text?: string;
  /** What it is now. */
  value: unknown;
  /** Of a word: what there is to choose from. */
  words?: unknown[];
}

/** One event, as it is shown to a reader. */
export interface Telling {
  /** The line of the journal that brought it. */
  line: number;
  /** Which of the events of that line it is, among those that the reader may know. */
  index: number;
  /** What sort of event. */
  kind: string;
  /** The sentence of the log. */
  text: string;
  /** What is shown, in order. */
  gestures?: Gesture[];
}

/** One thing that is shown. */
export interface Gesture {
  /** What. */
  sort:
    | "appear"
    | "blast"
    | "burst"
    | "card"
    | "clash"
    | "flame"
    | "lob"
    | "loss"
    | "pass"
    | "result"
    | "roll"
    | "say"
    | "shot"
    | "smoke"
    | "turn"
    | "vanish"
    | "walk";
  /** The piece that does it, or that it is about. */
  piece?: string;
  /** The side of that piece. */
  side?: string;
  /**
   * The points that it goes through: a way, the line of a shot, where a grenade was aimed and came
   * down. A single point is the place that it is about.
   */
  path?: [number, number][];
  /** The outline of the area that it covers. */
  area?: [number, number][];
  /** How far a blast reaches. */
  radius?: number;
  /** Where a piece faces in the end. */
  heading?: number;
  /** Where its turret points in the end. */
  turret?: number;
  /** The dice of a roll. */
  dice?: Thrown[];
  /** The words of a result, a card, a line at the edge. */
  text?: string;
  /** What a piece looks like that appears or is lost. */
  figure?: Figure;
  /** Whether it is shown along with the one before it. */
  together?: boolean;
}

/** Dice that fell: what for, how many sides they have, and their faces. */
export interface Thrown {
  what: string;
  sides: number;
  faces: number[];
  drawn?: boolean;
}

/** One piece as it is drawn. */
export interface Figure {
  /** The id of the piece. */
  piece: string;
  /** The side it belongs to. */
  side: string;
  /** Where the centre of its base is, inches east. */
  x: number;
  /** The same, inches north. */
  y: number;
  /** Where it faces, degrees clockwise from north. */
  heading?: number;
  /** The length of the front edge of its base. */
  width?: number;
  /** The length of the sides of its base. */
  depth?: number;
  /** The base in table coordinates, where it is no rectangle. */
  outline?: [number, number][];
  /** How it is drawn. */
  look?: "counter" | "marker" | "stand" | "vehicle";
  /**
   * Its standard symbol, a 20-digit APP-6 code; the digit that says friend or foe is set by the
   * drawing.
   */
  symbol?: string;
  /**
   * Its form from above: `tank`, `assault-gun`, `halftrack`, `truck`, `armoured-car`, `gun`,
   * `wagon` and so on.
   */
  silhouette?: string;
  /** Where its turret points, if the book keeps that apart from its heading. */
  turret?: number;
  /** Its full name. */
  label?: string;
  /** Its name on the map; without one, the beginning of `label`. */
  short?: string;
  /** What a legend calls things of its sort ("Anti-tank gun"). */
  kind?: string;
  /**
   * Its statuses, each shown by a mark of its own: `suppressed`, `dug-in`, `reacted`, `acted`,
   * `hidden`; others are shown by their first letter.
   */
  marks?: string[];
}

/** Something was said. */
export interface Heard {
  type: "heard";
  said: Said;
}

/** Somebody came or went, or a seat changed hands. */
export interface Presence {
  type: "presence";
  seats: SeatInfo[];
  onlookers?: number;
}

/** A message could not be understood or taken; nothing changed. */
export interface Trouble {
  type: "trouble";
  /** What is wrong, where, and what would be right. */
  reason: string;
  /** The key of the message, if it had one. */
  key?: string;
  /** The id of the question, if it was one. */
  id?: number;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
  number: number;
}

/** Anything that a client may send. */
export type Incoming =
  | Hello
  | Give
  | Undo
  | Consent
  | Throw
  | CancelThrow
  | Seal
  | Open
  | BeginAnew
  | Ready
  | Release
  | Decree
  | Overrule
  | LayOpen
  | Chat
  | Ask
  | Ping;

/** Anything that the server may send. */
export type Outgoing =
  | Welcome
  | Update
  | Done
  | Refused
  | Answer
  | Heard
  | Presence
  | Trouble
  | Pong;
