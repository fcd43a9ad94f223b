/** Sequence numbers are decimal strings of any length: they come from a 64-bit counter. */
export interface LiveEvent {
  seq: string;
  topic: string;
  event: string;
  data: unknown;
}

export type ServerFrame =
  | { type: 'ready'; seq: string }
  | ({ type: 'event' } & LiveEvent)
  | { type: 'ping' }
  | { type: 'resync'; seq?: string };

export interface LiveState {
  lastSeq: string | undefined;
  failures: number;
  connected: boolean;
}

export const startState: LiveState = { lastSeq: undefined, failures: 0, connected: false };

export type LiveEffect =
  | { kind: 'deliver'; event: LiveEvent }
  | { kind: 'resync' }
  | { kind: 'send'; frame: Record<string, unknown> }
  | { kind: 'connectAfter'; delayMs: number }
  | { kind: 'poll'; on: boolean };

export type LiveInput =
  | { kind: 'opened'; token: string }
  | { kind: 'frame'; frame: ServerFrame }
  | { kind: 'closed'; random: number }
  | { kind: 'polled'; seq: string; events: readonly LiveEvent[]; resync: boolean };

const firstDelayMs = 500;
const maxDelayMs = 30_000;
const failuresUntilPolling = 3;

export function isNewer(seq: string, than: string | undefined): boolean {
  if (than === undefined) return true;
  return seq.length === than.length ? seq > than : seq.length > than.length;
}

/** Full jitter: a thousand tablets that lost the same server must not come back in the same second. */
export function reconnectDelayMs(failures: number, random: number): number {
  const ceiling = Math.min(maxDelayMs, firstDelayMs * 2 ** Math.max(0, failures - 1));
  return Math.round(ceiling / 2 + (ceiling / 2) * random);
}

function takeEvents(
  state: LiveState,
  events: readonly LiveEvent[],
): { state: LiveState; effects: LiveEffect[] } {
  let { lastSeq } = state;
  const effects: LiveEffect[] = [];
  for (const event of events) {
    // Socket and poll may both bring an event while one takes over from the other.
    if (!isNewer(event.seq, lastSeq)) continue;
    lastSeq = event.seq;
    effects.push({ kind: 'deliver', event });
  }
  return { state: { ...state, lastSeq }, effects };
}

function takeFrame(state: LiveState, frame: ServerFrame): { state: LiveState; effects: LiveEffect[] } {
  switch (frame.type) {
    case 'ready':
      return {
        // What was missed came before `ready`; it names how far the server has looked, other topics included.
        state: {
          lastSeq: isNewer(frame.seq, state.lastSeq) ? frame.seq : state.lastSeq,
          failures: 0,
          connected: true,
        },
        effects: [{ kind: 'poll', on: false }],
      };
    case 'event':
      return takeEvents(state, [frame]);
    case 'ping':
      return { state, effects: [{ kind: 'send', frame: { type: 'pong' } }] };
    case 'resync':
      return { state: { ...state, lastSeq: frame.seq }, effects: [{ kind: 'resync' }] };
  }
}

/** The whole behaviour of the live connection as a pure step; live.ts gives it a socket, timers and fetch. */
export function liveStep(state: LiveState, input: LiveInput): { state: LiveState; effects: LiveEffect[] } {
  switch (input.kind) {
    case 'opened':
      return {
        state,
        effects: [
          {
            kind: 'send',
            frame: {
              type: 'hello',
              token: input.token,
              ...(state.lastSeq === undefined ? {} : { after: state.lastSeq }),
            },
          },
        ],
      };
    case 'frame':
      return takeFrame(state, input.frame);
    case 'closed': {
      const failures = state.failures + 1;
      return {
        state: { ...state, failures, connected: false },
        effects: [
          ...(failures >= failuresUntilPolling ? [{ kind: 'poll', on: true } as const] : []),
          { kind: 'connectAfter', delayMs: reconnectDelayMs(failures, input.random) },
        ],
      };
    }
    case 'polled': {
      if (input.resync) return { state: { ...state, lastSeq: input.seq }, effects: [{ kind: 'resync' }] };
      const taken = takeEvents(state, input.events);
      const lastSeq = isNewer(input.seq, taken.state.lastSeq) ? input.seq : taken.state.lastSeq;
      return { ...taken, state: { ...taken.state, lastSeq } };
    }
  }
}
