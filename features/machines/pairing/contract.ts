import { z } from 'zod';
import { deviceType } from '#features/machines/devices/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent, refresherOf } from '#kit/contract/event.ts';
import { choiceOf, id, instant } from '#kit/contract/schemas.ts';
import { pairingPaths } from '#kit/protocol/pairing.ts';

const pair = permit('pairing.use');

export const pairingStates = ['waiting', 'online', 'expired'] as const;
export type PairingState = (typeof pairingStates)[number];
/** Whose the machine is that came online. */
export const owners = ['free', 'own', 'other'] as const;
export type Owner = (typeof owners)[number];

/** The machine somebody waits for said hello. */
export const pairingOnline = defineEvent<{ id: string }>('pairing.online');

const way = () => choiceOf('pairing:way', pairingPaths);

export const pairingContract = {
  startPairing: post('/api/blade-pairing/pairing/start', pair, {
    rate: { max: 60, windowSeconds: 60 },
    input: z.object({ path: way() }),
    output: z.object({ id: z.string(), token: z.string(), server: z.string(), expiresAt: instant('second') }),
    summary:
      'Begins to bring a machine into a WiFi: the token that its hello will carry, and where it shall connect',
  }),
  readPairing: get('/api/blade-pairing/pairing/detail', pair, {
    input: z.object({ id: id() }),
    output: z.object({
      id: z.string(),
      path: way(),
      /** as for `startPairing`: a page that was left for the machine's own comes back with nothing but the id */
      token: z.string(),
      server: z.string(),
      expiresAt: instant('second'),
      state: choiceOf('pairing:state', pairingStates, { waiting: 'waiting', online: 'good', expired: 'bad' }),
      code: z.string().nullable(),
      type: deviceType().nullable(),
      model: z.string().nullable(),
      owner: choiceOf('devices:scan.owner', owners).nullable(),
      equipmentId: z.string().nullable(),
    }),
    refreshedBy: [refresherOf(pairingOnline, (data, input) => data.id === input.id)],
    summary: 'Whether the machine has said hello, and whose it is',
  }),
  broadcastSmartConfig: post('/api/blade-pairing/pairing/smartConfig', pair, {
    repeats: { because: 'machines that did not hear the first broadcast shall hear the next' },
    place: 'json',
    rate: { max: 20, windowSeconds: 60 },
    input: z.object({
      id: id(),
      ssid: z.string().min(1).max(32).meta({ field: 'text' }),
      password: z.string().max(63).meta({ field: 'password' }),
    }),
    summary:
      "Tells the machine's network by the lengths of packets; only where the server stands in the same network",
  }),
  pairingAbilities: get('/api/blade-pairing/pairing/abilities', pair, {
    output: z.object({
      smartConfig: z.boolean(),
      /** simulated machines that wait to be paired; empty outside demo mode */
      simulated: z.array(z.object({ name: z.string(), softAp: z.string() })),
      /** script that plays Web Bluetooth against them; null outside demo mode */
      simulatedBluetooth: z.string().nullable(),
    }),
    summary: 'Which ways of pairing the server itself can help with',
  }),
};
