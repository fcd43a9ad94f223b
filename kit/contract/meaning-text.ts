import { formatFen } from '#kit/kernel/money.ts';
import { formatDate } from '#kit/kernel/time.ts';
import type { Meaning } from './meaning.ts';

export interface Speaker {
  say(key: string, params?: Record<string, string | number>): string;
  /** minutes east of UTC at that moment, where the reader is */
  offsetMinutes(at: Date): number;
}

export const dash = '—';

type Row = Readonly<Record<string, unknown>>;

export function valueAt(row: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, part)
          ? (value as Row)[part]
          : undefined,
      row,
    );
}

/** The object that holds the last part of a path: the siblings that a value is read together with. */
export const holderOf = (row: unknown, path: string): Row =>
  ((path.includes('.') ? valueAt(row, path.slice(0, path.lastIndexOf('.'))) : row) ?? {}) as Row;

export const instantPattern = (meaning: { precision: 'minute' | 'second' }) =>
  meaning.precision === 'second' ? 'Y-m-d H:M:S' : 'Y-m-d H:M';

function instantText(value: unknown, pattern: string, speaker: Speaker): string {
  const at = new Date(String(value));
  if (Number.isNaN(at.getTime())) return String(value);
  // Shifted so that the fields of whatever clock runs here read as the reader's.
  const shift = (speaker.offsetMinutes(at) + at.getTimezoneOffset()) * 60_000;
  return formatDate(new Date(at.getTime() + shift), pattern);
}

const sizes = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
export function bytesText(bytes: number): string {
  let size = bytes;
  let place = 0;
  while (size >= 1024 && place < sizes.length - 1) {
    size /= 1024;
    place += 1;
  }
  return `${place === 0 || size >= 100 ? Math.round(size) : Math.round(size * 10) / 10} ${sizes[place]}`;
}

/** 12.5 for 1250: what stands before the percent sign. */
export const percentOf = (basisPoints: number): string => String(basisPoints / 100);

function secondsText(seconds: number, { say }: Speaker): string {
  if (seconds < 60) return say('kit:unit.seconds', { count: seconds });
  if (seconds < 3600) return say('kit:unit.minutes', { count: Math.round(seconds / 60) });
  const hours = Math.floor(seconds / 3600);
  if (hours < 48) return say('kit:unit.hours', { count: hours, minutes: Math.round((seconds % 3600) / 60) });
  return say('kit:unit.days', { count: Math.floor(hours / 24) });
}

const signOf = (value: number, signed: boolean) => (value < 0 ? '-' : signed && value > 0 ? '+' : '');

export const moneyText = (fen: number, signed = false): string =>
  `${signOf(fen, signed)}¥${formatFen(Math.abs(fen))}`;

function amountText(meaning: Meaning & { kind: 'amount' }, value: number, row: Row, { say }: Speaker) {
  const unit = String(row[meaning.unit]);
  if (unit === 'fen') return moneyText(value, meaning.signed);
  return signOf(value, meaning.signed) + say(`${meaning.name}.${unit}`, { count: Math.abs(value) });
}

const isGiven = (value: unknown): value is string | number =>
  value !== null && value !== undefined && value !== '';

/** What everybody calls a machine: from its number, name, kind and code, whichever are known. */
export function machineText(row: Row, say: Speaker['say']): string {
  const { equipmentNo } = row;
  // A machine without a name is called by its kind, one that is gone by its code.
  const name = [row.equipmentName, row.typeName, row.code].find(isGiven) ?? '';
  if (!isGiven(equipmentNo)) return String(name) || dash;
  return name === ''
    ? say('kit:thing.machineNo', { number: equipmentNo })
    : say('kit:thing.machine', { number: equipmentNo, name });
}

/**
 * What a value says to a reader, in words. Pages show it (some put a badge or a picture around it), files hold it:
 * they can not differ.
 */
export function meaningText(meaning: Meaning, value: unknown, row: Row, speaker: Speaker): string {
  const { say } = speaker;
  if (meaning.kind === 'machine') return machineText(row, say);
  if (!isGiven(value)) return dash;
  switch (meaning.kind) {
    case 'instant':
      return instantText(value, instantPattern(meaning), speaker);
    case 'money':
      return moneyText(Number(value), meaning.signed);
    case 'amount':
      return amountText(meaning, Number(value), row, speaker);
    case 'choice':
      return say(`${meaning.name}.${value}`);
    case 'choices':
    case 'list': {
      const list = Array.isArray(value) ? value : [value];
      const name = meaning.kind === 'choices' ? meaning.name : undefined;
      return (
        list.map((entry) => (name ? say(`${name}.${entry}`) : String(entry))).join(say('kit:unit.comma')) ||
        dash
      );
    }
    case 'flag':
      return say(`${meaning.name ?? 'kit:answer'}.${value ? 'yes' : 'no'}`);
    case 'ratio':
      return `${percentOf(Number(value))}%`;
    case 'bytes':
      return bytesText(Number(value));
    case 'seconds':
      return secondsText(Number(value), speaker);
    default:
      return String(value);
  }
}

/** The same in a spreadsheet, where numbers stay numbers to be added up; nothing is an empty cell. */
export function meaningCell(meaning: Meaning, value: unknown, row: Row, speaker: Speaker): string | number {
  if (meaning.kind === 'money' && typeof value === 'number') return formatFen(value).replaceAll(',', '');
  if (meaning.kind === 'count' && typeof value === 'number') return value;
  if (meaning.kind === 'picture') return isGiven(value) ? String(value) : '';
  const text = meaningText(meaning, value, row, speaker);
  return text === dash ? '' : text;
}
