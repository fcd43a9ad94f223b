import { secondMs } from '#kit/kernel/time.ts';
import { keyedBytes, keyFor, sameText } from '#kit/server/keyed-code.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { codeSeconds, isMemberCode } from '../contract/member-code.ts';

const prefix = 'CYM';
const stepMs = codeSeconds * secondMs;
/** Between the phone's screen and our clock lie a camera, a person and a network. */
const graceMs = 15 * secondMs;
/** 96 bits: nobody guesses one. */
const macBytes = 12;
const idBytes = 16;
const stepBytes = 4;

const keyOf = ({ fieldKey }: Pick<Secrets, 'fieldKey'>) => keyFor(fieldKey, 'coinyard member codes');

interface Holder {
  id: string;
  /** logging out everywhere makes new codes */
  tokenGeneration: number;
}

function headOf(playerId: string, step: number): Buffer {
  const head = Buffer.alloc(idBytes + stepBytes);
  head.write(playerId.replaceAll('-', ''), 'hex');
  head.writeUInt32BE(step, idBytes);
  return head;
}

const macOf = (secrets: Pick<Secrets, 'fieldKey'>, head: Buffer, generation: number) =>
  keyedBytes(keyOf(secrets), head, String(generation)).subarray(0, macBytes);

export const stepAt = (now: Date): number => Math.floor(now.getTime() / stepMs);
export const startOf = (step: number): number => step * stepMs;
export const endOf = (step: number): number => startOf(step + 1);

export function memberCode(secrets: Pick<Secrets, 'fieldKey'>, holder: Holder, step: number): string {
  const head = headOf(holder.id, step);
  const mac = macOf(secrets, head, holder.tokenGeneration);
  return prefix + Buffer.concat([head, mac]).toString('base64url');
}

/** Whom a code names, if it is one; nobody knows yet whether it is true. */
export function readMemberCode(code: string): { playerId: string; step: number } | undefined {
  if (!isMemberCode(code)) return undefined;
  const bytes = Buffer.from(code.trim().slice(prefix.length), 'base64url');
  const hex = bytes.subarray(0, idBytes).toString('hex');
  const playerId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { playerId, step: bytes.readUInt32BE(idBytes) };
}

export function isTrueCode(secrets: Pick<Secrets, 'fieldKey'>, holder: Holder, code: string): boolean {
  const read = readMemberCode(code);
  if (!read) return false;
  return sameText(code.trim(), memberCode(secrets, holder, read.step));
}

/** Its half minute has come, and is not long over. */
export const isTimely = (step: number, now: Date): boolean =>
  now.getTime() >= startOf(step) - graceMs && now.getTime() <= endOf(step) + graceMs;
