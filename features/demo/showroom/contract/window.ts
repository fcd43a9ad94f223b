import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { choiceOf, id, text } from '#kit/contract/schemas.ts';
import { endingKinds, stepNames } from '#kit/protocol/types/machine-steps.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';

/**
 * feed: a coin, a note or a handful into it; press: the button on its front; win, lose, jam: what comes of the next play
 * or piece; empty, mend: takes everything out, puts everything right; unplug, plug: its power.
 */
export const machineActs = [
  'feed',
  'press',
  'win',
  'lose',
  'jam',
  'empty',
  'mend',
  'unplug',
  'plug',
] as const;
export type MachineAct = (typeof machineActs)[number];

const scene = z.object({
  code: z.string(),
  type: choiceOf('devices:type', deviceTypes),
  plugged: z.boolean(),
  /** it has its line to the server */
  online: z.boolean(),
  busy: z.boolean(),
  /** their names */
  faults: z.array(z.string()),
  /** it takes no money until it is mended */
  stopped: z.boolean(),
  /** what was decided for the next play or piece */
  fate: choiceOf('showroom:act', ['win', 'lose', 'jam']).nullable(),
  step: z
    .object({
      name: choiceOf('showroom:step', stepNames),
      ms: z.int(),
      elapsedMs: z.int(),
      lane: z.int().nullable(),
      count: z.int().nullable(),
      holding: z.boolean(),
    })
    .nullable(),
  /** the number tells an ending from the one before */
  ending: z
    .object({
      number: z.int(),
      kind: choiceOf('showroom:ended', endingKinds),
      amount: z.int(),
      lane: z.int().nullable(),
    })
    .nullable(),
  /** coins or tickets it has to give; null where it gives none */
  pieces: z.int().nullable(),
  /** the code of presence on its screen; null where it shows none */
  shownCode: z.string().nullable(),
  /** what its screen shows while nobody plays; null: its own page */
  screen: z
    .object({
      item: z.string(),
      kind: choiceOf('showroom:screenKind', ['picture', 'video']),
      seconds: z.int(),
      elapsedMs: z.int(),
    })
    .nullable(),
  /** the line under it; empty where there is none */
  slogan: z.string(),
  lanes: z.array(z.object({ lane: z.int(), stock: z.int(), capacity: z.int() })),
  /** what can be done to it, and what of that now */
  acts: z.array(z.enum(machineActs)),
  can: z.array(z.enum(machineActs)),
});
export type Scene = z.infer<typeof scene>;

/** Anybody who looks at a demo may: it plays with simulated machines alone, and its accounts are public too. */
export const windowContract = {
  listDemoMachines: get('/api/demo/window/machines', 'public', {
    onlyDemo: true,
    rate: { max: 60, windowSeconds: 60 },
    output: z.array(
      z.object({
        code: z.string(),
        type: choiceOf('devices:type', deviceTypes),
        number: z.int(),
        fieldName: z.string(),
        free: z.boolean(),
        /** what its label opens */
        path: z.string(),
      }),
    ),
    summary: 'The machines that a demo plays inside the server',
  }),
  lookAtMachine: get('/api/demo/window/machine', 'public', {
    onlyDemo: true,
    rate: { max: 1200, windowSeconds: 60 },
    input: z.object({ code: text(24) }),
    output: scene,
    summary: 'What a simulated machine does now; while somebody looks, simulated customers leave it to them',
  }),
  readScreenFile: get('/api/demo/window/screen', 'public', {
    onlyDemo: true,
    rate: { max: 600, windowSeconds: 60 },
    answer: 'raw',
    files: ['image/*', 'video/*'],
    input: z.object({ code: text(24), item: id() }),
    output: z.object({}),
    summary: 'A picture or video as it lies in the storage of a simulated machine',
  }),
  workMachine: post('/api/demo/window/machine', 'public', {
    onlyDemo: true,
    repeats: { because: 'a hand at a machine: two coins are two coins' },
    rate: { max: 240, windowSeconds: 60 },
    input: z.object({ code: text(24), act: z.enum(machineActs) }),
    output: scene,
    summary: 'What somebody does to a simulated machine with their hands',
  }),
};
