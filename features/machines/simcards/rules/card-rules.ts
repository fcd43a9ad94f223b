import { invalidField } from '#kit/kernel/errors.ts';
import { addDays, businessDay, dayMs } from '#kit/kernel/time.ts';
import { isIccid, isIcNumber, tidyNumber } from '../card-number.ts';
import {
  type CardKind,
  type ExpiryState,
  expiringDays,
  highTrafficPercent,
  type ImportProblem,
  isPlausibleExpiry,
  type Operator,
  operators,
  type TrafficState,
} from '../contract.ts';

export const monthOf = (instant: Date) => businessDay(instant).slice(0, 'yyyy-mm'.length);

const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The same day some months later; the last day of the month where that day does not exist. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

/** A card that still runs is prolonged from its end; one that has stopped runs from today. */
export const renewedUntil = (expiresOn: string | null, today: string, months: number) =>
  addMonths(expiresOn !== null && expiresOn > today ? expiresOn : today, months);

export function expiryOf(
  expiresOn: string | null,
  today: string,
): { expiryState: ExpiryState; daysLeft: number | null } {
  if (expiresOn === null) return { expiryState: 'none', daysLeft: null };
  const daysLeft = Math.round((timeOf(expiresOn) - timeOf(today)) / dayMs);
  return { expiryState: daysLeft < 0 ? 'expired' : daysLeft <= expiringDays ? 'soon' : 'ok', daysLeft };
}

export function trafficStateOf(usedBytes: number, limitBytes: number | null): TrafficState {
  if (limitBytes === null) return 'none';
  if (usedBytes > limitBytes) return 'over';
  return usedBytes * 100 > limitBytes * highTrafficPercent ? 'high' : 'ok';
}

export function checkedNumber(kind: CardKind, number: string): string {
  const tidy = tidyNumber(number);
  if (kind === 'sim' ? !isIccid(tidy) : !isIcNumber(tidy))
    throw invalidField('number', kind === 'sim' ? 'simcards:error.iccid' : 'simcards:error.icNumber');
  return tidy;
}

export interface ImportLine {
  line: number;
  text: string;
  problem: ImportProblem | null;
  card?: {
    number: string;
    operator: Operator | null;
    expiresOn: string | null;
    holder: string | null;
  };
}

/** Operators as the pages name them, and as lists of the operators themselves do. */
const operatorWords: Record<string, Operator> = {
  移动: 'mobile',
  中国移动: 'mobile',
  联通: 'unicom',
  中国联通: 'unicom',
  电信: 'telecom',
  中国电信: 'telecom',
  广电: 'broadnet',
  中国广电: 'broadnet',
  其他: 'other',
  ...Object.fromEntries(operators.map((name) => [name, name])),
};

function isoDay(text: string): string | undefined {
  const match = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})$/.exec(text);
  if (!match) return undefined;
  const day = `${match[1]}-${match[2]!.padStart(2, '0')}-${match[3]!.padStart(2, '0')}`;
  // The 31st of February is read as a day in March.
  const exists = !Number.isNaN(timeOf(day)) && addDays(day, 0) === day;
  return exists && isPlausibleExpiry(day) ? day : undefined;
}

function simOf(fields: string[]): ImportLine['card'] | ImportProblem {
  const [number = '', operator = '', expiry = ''] = fields;
  const tidy = tidyNumber(number);
  if (!isIccid(tidy)) return 'number';
  const known = operator === '' ? null : operatorWords[operator.toLowerCase()];
  if (known === undefined) return 'operator';
  const expiresOn = expiry === '' ? null : isoDay(expiry);
  if (expiresOn === undefined) return 'expiry';
  return fields.length > 3 ? 'fields' : { number: tidy, operator: known, expiresOn, holder: null };
}

function icOf(fields: string[]): ImportLine['card'] | ImportProblem {
  const [number = '', holder = ''] = fields;
  const tidy = tidyNumber(number);
  if (!isIcNumber(tidy)) return 'number';
  if (fields.length > 2 || holder.length > 40) return 'fields';
  return { number: tidy, operator: null, expiresOn: null, holder: holder || null };
}

/** Lines of `number, operator, expiry` or `number, holder`; fields apart by comma, semicolon or tab. */
export function readLines(kind: CardKind, lines: string): ImportLine[] {
  const seen = new Set<string>();
  return lines.split(/\r\n|\r|\n/).flatMap((raw, index): ImportLine[] => {
    const text = raw.trim();
    if (text === '') return [];
    const fields = text.split(/[,，;；\t]/).map((field) => field.trim());
    const read = kind === 'sim' ? simOf(fields) : icOf(fields);
    if (typeof read === 'string') return [{ line: index + 1, text, problem: read }];
    const repeated = seen.has(read!.number);
    seen.add(read!.number);
    return [{ line: index + 1, text, problem: repeated ? 'repeated' : null, card: read }];
  });
}
