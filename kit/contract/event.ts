declare const told: unique symbol;

/**
 * A fact that reaches open pages. A feature declares it in its contract; `emit` and `useLive` take the declaration, so
 * that both sides mean the same data. Endpoints say which events make their answers stale (`refreshedBy`) and which
 * ones they cause (`emits`): what a page loads again follows from that and is told nowhere else.
 */
export interface EventDeclaration<D extends object = object> {
  /** dotted, e.g. `site.changed` */
  readonly name: string;
  readonly [told]?: D;
}

export const defineEvent = <D extends object = Record<never, never>>(name: string): EventDeclaration<D> => ({
  name,
});

export type EventData<E> = E extends EventDeclaration<infer D> ? D : never;

/** An event that makes an answer stale only when it is about what was asked for. */
export interface Refresher {
  readonly event: EventDeclaration;
  matches?(data: object, input: Record<string, unknown>): boolean;
}

export const refresherOf = <D extends object>(
  event: EventDeclaration<D>,
  matches: (data: D, input: Record<string, unknown>) => boolean,
): Refresher => ({ event: event as EventDeclaration, matches: matches as Refresher['matches'] });

export const asRefresher = (entry: EventDeclaration | Refresher): Refresher =>
  'event' in entry ? entry : { event: entry };
