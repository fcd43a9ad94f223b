import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf, flagOf, id, instant, text } from '#kit/contract/schemas.ts';

/** Told to a player whose place at a machine has changed: it is theirs now, somebody waits behind them, one less before. */
export const turnChanged = defineEvent<{ equipmentId: string }>('play.turnChanged');

const base = '/api/blade-player/player' as const;

export const turnStates = ['free', 'yours', 'taken', 'waiting'] as const;
/** What a machine is kept for at the moment. */
export const holdKinds = ['paying', 'playing', 'turn'] as const;

export const turn = z.object({
  state: choiceOf('play:turn', turnStates),
  kind: choiceOf('play:hold', holdKinds).nullable(),
  /** for which it stays the player's; else until it may be, as far as anybody can tell */
  seconds: z.int(),
  /** who waits before the player, or behind the one who has it */
  others: z.int(),
});

export type Turn = z.infer<typeof turn>;
const atMachine = z.object({ equipmentId: text(36) });

export const turnCalls = {
  takeTurn: post(`${base}/takeTurn`, 'player', {
    rate: { max: 120, windowSeconds: 60 },
    repeats: { because: 'who says it again keeps the same place' },
    input: atMachine,
    output: turn,
    emits: [turnChanged],
    summary: 'A player takes a number at a machine that somebody else uses, and says that they still wait',
  }),
  readTurn: get(`${base}/equipmentTurn`, 'player', {
    rate: { max: 240, windowSeconds: 60 },
    input: atMachine,
    output: turn.nullable(),
    refreshedBy: [turnChanged],
    summary: 'Whose turn it is at a machine, as one player sees it; null where it makes no difference',
  }),
  leaveTurn: post(`${base}/leaveTurn`, 'player', {
    rate: { max: 120, windowSeconds: 60 },
    repeats: { because: 'who has left already leaves nothing' },
    input: atMachine,
    output: turn,
    emits: [turnChanged],
    summary: 'A player does not want to wait for a machine any more, nor to keep it',
  }),
  readReservation: get(`${base}/ifReserveMoney`, 'player', {
    input: z.object({ playerId: id(), fieldId: id() }),
    output: z.object({
      reserved: flagOf('play:reserved'),
      /** the machine that is kept for the player at this site, and until when */
      equipmentNo: z.int().nullable(),
      until: instant().nullable(),
    }),
    summary: 'Whether a machine of a site is kept for the player just now, so that nobody else may pay there',
  }),
};
