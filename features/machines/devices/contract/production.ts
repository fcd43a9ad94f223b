import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { bool, choiceOf, instant, int, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { deviceCodePattern } from '#kit/protocol/topics.ts';
import { deviceListed, identitiesChanged } from './events.ts';
import { deviceType } from './shared.ts';

const production = permit('devices.production', 'platform');
const base = '/api/blade-zdEquipment/identity';

export const identityStates = ['free', 'claimed', 'blocked'] as const;
export type IdentityState = (typeof identityStates)[number];
const identityState = () =>
  choiceOf('devices:production.state', identityStates, { free: 'info', claimed: 'good', blocked: 'bad' });

const code = () => z.string().trim().regex(deviceCodePattern, { error: 'devices:error.codeForm' });

/** Told once, at production: the server can work the secret out again but never shows it. */
const producedIdentity = z.object({
  code: z.string(),
  type: deviceType(),
  model: z.string(),
  claimPin: z.string(),
  generation: z.int(),
  /** 32 bytes, hex */
  secret: z.string(),
});
export type ProducedIdentity = z.infer<typeof producedIdentity>;

const identityRecord = z.object({
  code: z.string(),
  type: deviceType(),
  model: z.string(),
  generation: z.int(),
  state: identityState(),
  ownerName: z.string().nullable(),
  createdAt: instant(),
  claimedAt: instant().nullable(),
  blockedAt: instant().nullable(),
});
export type IdentityRecord = z.infer<typeof identityRecord>;

export const productionContract = {
  listIdentities: get(`${base}/list`, production, {
    input: pageInput(
      {
        keyword: text(40, 0).optional(),
        type: deviceType().optional(),
        state: identityState().optional(),
      },
      ['createdAt', 'code', 'claimedAt'],
    ),
    output: pageOf(identityRecord),
    refreshedBy: [identitiesChanged, deviceListed],
    summary: 'Every controller ever made and who has it',
  }),
  produceIdentities: post(`${base}/produce`, production, {
    input: z.object({
      type: deviceType(),
      model: text(40),
      count: int(1, 1000),
    }),
    output: z.array(producedIdentity),
    emits: [identitiesChanged],
    summary: 'Makes codes, pins and secrets for new controllers; the secrets are shown this once',
  }),
  blockIdentities: post(`${base}/block`, production, {
    input: z.object({ codes: z.array(code()).min(1).max(200), blocked: bool() }),
    emits: [identitiesChanged, deviceListed],
    summary: 'Locks controllers out, or lets them in again',
  }),
  raiseGeneration: post(`${base}/raiseGeneration`, production, {
    input: z.object({ code: code() }),
    output: producedIdentity,
    emits: [identitiesChanged],
    summary: 'Gives a controller a new secret because the old one leaked; the old one stops working',
  }),
  listRefusals: get(`${base}/refusals`, production, {
    input: pageInput({ code: text(24).optional(), reason: text(32).optional() }, ['at']),
    output: pageOf(
      z.object({
        id: z.string(),
        at: instant('second'),
        code: z.string(),
        reason: z.string(),
        /** in the caller's language */
        reasonName: z.string(),
        detail: z.string(),
      }),
    ),
    summary: 'Devices that were turned away, and why',
  }),
};
