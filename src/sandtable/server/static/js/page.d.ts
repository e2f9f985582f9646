/**
 * What the page calls things that go over the wire, and what it makes of them. The messages
 * themselves are in `types.d.ts`, what goes over HTTP in `http.d.ts`.
 */

import type { Ask, Hello, Incoming, Offer, Ping, Slot } from "./types";

export type Side = string;
export type PieceId = string;
export type Point = [number, number];

/** An order, whole or in part: its tag and its fields. */
export type Order = Offer["order"];

/** What is given for a field of an order. */
export type Sort = Slot["sort"];

/** What can be asked. */
export type About = Ask["about"];

/** What a question may be asked about, beside its subject. */
export type AskDetails = Omit<Ask, "type" | "id" | "about">;

type Keyless<Message> = Message extends { key: string } ? Omit<Message, "key"> : never;

/** What changes the battle, or says something: sent under a key until the server has answered. */
export type Keyed = Keyless<Exclude<Incoming, Hello | Ask | Ping>>;
