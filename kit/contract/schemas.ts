import { z } from 'zod';
import { maskPhone } from '#kit/kernel/masked.ts';
import type { Meaning, Tone, Whole } from './meaning.ts';

/**
 * Schemas shared by all contracts. The `field` in a schema's meta names the form field that edits it,
 * so that forms, validation and the API reference come from the same line.
 */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'number'
  | 'money'
  | 'percent'
  | 'date'
  | 'dateRange'
  | 'timePeriod'
  | 'phone'
  | 'idNumber'
  | 'switch'
  | 'choice'
  | 'choices'
  | 'reference'
  | 'references'
  | 'region'
  | 'mapPoint'
  | 'picture'
  | 'pictures'
  | 'file'
  | 'video'
  | 'colour'
  | 'qr'
  | 'sortedList'
  | 'password'
  | 'code'
  | 'richText';

const means = (meaning: Meaning): Meaning => meaning;

/**
 * Schemas are never changed once they are made, so all fields of a kind share one: thousands of equal ones would be a
 * tenth of a server's start.
 */
/* @__NO_SIDE_EFFECTS__ */
function shared<A extends unknown[], S>(make: (...given: A) => S): (...given: A) => S {
  const made = new Map<string, S>();
  return (...given) => {
    const name = JSON.stringify(given);
    const schema = made.get(name) ?? make(...given);
    made.set(name, schema);
    return schema;
  };
}

export const phonePattern = /^1[3-9]\d{9}$/;
export const contactPattern = /^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8}(-\d{1,6})?|400-?\d{3}-?\d{4})$/;
export const idNumberPattern = /^[1-9]\d{5}(18|19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dXx]$/;
export const accountPattern = /^[A-Za-z][A-Za-z0-9_]{2,31}$/;

/** ISO 7064 MOD 11-2 over the first 17 digits gives the 18th. */
export function isIdNumber(value: string): boolean {
  if (!idNumberPattern.test(value)) return false;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(value[index]), 0);
  return '10X98765432'[sum % 11] === value[17]?.toUpperCase();
}

export const id = shared(() => z.uuid());
/** One-line text: trimmed, no control characters (PostgreSQL refuses NUL, terminals and exports the rest). */
export const text = shared((max: number, min: number = 1) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'kit:validation.plainText' })
    .meta({ field: 'text' }),
);
export const longText = shared((max: number, min: number = 0) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, { error: 'kit:validation.plainText' })
    .meta({ field: 'longText' }),
);
/**
 * A field that clients of the family send and that means nothing here: the API reference says why. Every other field of an
 * input is read by its handler (scripts/checks/unread-inputs.ts).
 */
export const passedOver = <T extends z.ZodType>(schema: T, why: string): T =>
  schema.meta({ description: `Not used: ${why}`, passedOver: true });
export const int = shared((min: number, max: number) => z.int().min(min).max(max).meta({ field: 'number' }));
export const bool = shared(() => z.boolean().meta({ field: 'switch', means: means({ kind: 'flag' }) }));
/** A yes or no with words of its own: `name.yes` and `name.no`. */
export const flagOf = shared((name: string, tones?: { yes?: Tone; no?: Tone }) =>
  z.boolean().meta({ field: 'switch', means: means({ kind: 'flag', name, tones }) }),
);

/** Without limits an amount of an answer, which may be below zero; what people fill in names its limits. */
export const moneyFen = shared((minFen?: number, maxFen: number = 99_999_999_99) => {
  const fen = minFen === undefined ? z.int() : z.int().min(minFen).max(maxFen);
  return fen.meta({ field: 'money', description: 'fen', means: means({ kind: 'money', signed: false }) });
});
/** Money that comes and goes: shown with its sign. */
export const signedFen = shared(() =>
  z.int().meta({ description: 'fen', means: means({ kind: 'money', signed: true }) }),
);
/** An amount of whatever the field `unit` beside it names: fen, or pieces called `name.<unit>` (with `count`). */
export const amountOf = shared((unit: string, name: string = 'kit:pieces', signed: boolean = false) =>
  z.int().meta({
    description: `in units of \`${unit}\``,
    means: means({ kind: 'amount', unit, name, signed }),
  }),
);
/** Hundredths of a percent: 10000 is 100 %. */
export const basisPoints = shared((max: number = 10_000) =>
  z
    .int()
    .min(0)
    .max(max)
    .meta({ field: 'percent', description: 'hundredths of a percent', means: means({ kind: 'ratio' }) }),
);
/** The same in an answer, where it may be anything. */
export const ratio = shared(() =>
  z.number().meta({ description: 'hundredths of a percent', means: means({ kind: 'ratio' }) }),
);
export const bytes = shared(() =>
  z
    .int()
    .min(0)
    .meta({ description: 'bytes', means: means({ kind: 'bytes' }) }),
);
export const seconds = shared(() =>
  z
    .number()
    .min(0)
    .meta({ description: 'seconds', means: means({ kind: 'seconds' }) }),
);
export const day = shared(() => z.iso.date().meta({ field: 'date', means: means({ kind: 'day' }) }));
/** ISO 8601 in UTC. A handler may hand over the Date itself. */
export const instant = shared(
  (precision: 'minute' | 'second' = 'minute') =>
    z
      .preprocess((value) => (value instanceof Date ? value.toISOString() : value), z.iso.datetime())
      .meta({ field: 'date', means: means({ kind: 'instant', precision }) }) as unknown as z.ZodType<
      string,
      string | Date
    >,
);

/**
 * One of several values. `name` begins the translation of each (`orders:stateName.paid`), `tones` make it a badge.
 * Numbers are for calls of the specification whose states are numbers.
 */
export function choiceOf<const V extends readonly [string, ...string[]]>(
  name: string,
  values: V,
  tones?: Partial<Record<V[number], Tone>>,
): z.ZodEnum<{ [K in V[number]]: K }>;
export function choiceOf<const V extends readonly [number, ...number[]]>(
  name: string,
  values: V,
  tones?: Partial<Record<V[number], Tone>>,
): z.ZodLiteral<V[number]>;
export function choiceOf(
  name: string,
  values: readonly (string | number)[],
  tones?: Partial<Record<string, Tone>>,
): z.ZodType {
  return choice(name, values, tones);
}
const choice = shared(
  (name: string, values: readonly (string | number)[], tones?: Partial<Record<string, Tone>>): z.ZodType => {
    const schema = typeof values[0] === 'number' ? z.literal([...values]) : z.enum(values as string[]);
    return schema.meta({
      field: 'choice',
      means: means({ kind: 'choice', name, values, ...(tones && { tones: tones as Record<string, Tone> }) }),
    });
  },
);
/** Several of them. */
export const choicesOf = <const V extends readonly [string, ...string[]]>(name: string, values: V) =>
  z.array(z.enum(values)).meta({ field: 'choices', means: means({ kind: 'choices', name, values }) });

/** A day and the last day of a list; the filter of a page is one field. */
export const dayRange = {
  from: day().meta({ label: 'kit:thing.daysLabel' }).optional(),
  to: day().optional(),
};
export const timePeriod = shared(() =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/, {
      error: 'kit:validation.timePeriod',
    })
    .meta({ field: 'timePeriod' }),
);
/** Days of the week (1 is Monday) and from when to when; one that ends before it starts runs past midnight. */
export const weekPeriod = () =>
  z.object({ days: z.array(z.int().min(1).max(7)).min(1).max(7), period: timePeriod() });
export type WeekPeriod = z.infer<ReturnType<typeof weekPeriod>>;
export const phone = shared(() =>
  z.string().trim().regex(phonePattern, { error: 'kit:validation.phone' }).meta({ field: 'phone' }),
);
export const contactNumber = shared(() =>
  z.string().trim().regex(contactPattern, { error: 'kit:validation.contact' }).meta({ field: 'phone' }),
);
/** A phone of an answer: its middle digits are hidden here, whatever a handler hands over. */
export const shownPhone = shared(() =>
  z
    .string()
    .overwrite(maskPhone)
    .meta({ description: 'middle digits hidden', means: means({ kind: 'phone' }) }),
);
/**
 * A phone that an answer tells whole, or a text with one in it. `own`: the reader's; `published`: meant for everybody who wants to
 * call; otherwise the reason, and the right without which its digits are hidden (`kit/server/http/hidden-phones.ts`).
 */
export const wholePhone = (whole: Whole) => z.string().meta({ means: means({ kind: 'phone', whole }) });
/** Number of a bank card or an identity that a call tells whole, for a reason, to who has the call's right. */
export const revealedNumber = (because: string) =>
  z.string().meta({ means: means({ kind: 'revealed', because }) });
export const email = shared(() => z.email().max(120).meta({ field: 'text' }));
export const idNumber = shared(() =>
  z.string().trim().refine(isIdNumber, { error: 'kit:validation.idNumber' }).meta({ field: 'idNumber' }),
);
export const smsCode = shared(() =>
  z
    .string()
    .regex(/^\d{6}$/, { error: 'kit:validation.smsCode' })
    .meta({ field: 'code' }),
);
export const accountName = shared(() =>
  z.string().trim().regex(accountPattern, { error: 'kit:validation.account' }).meta({ field: 'text' }),
);
/** A plain password as a person types it. On the wire it travels SM2-encrypted: see `cipher`. */
export const password = shared(() =>
  z
    .string()
    .min(8)
    .max(16)
    .regex(/^[\x21-\x7e]*$/, { error: 'kit:validation.password' })
    .meta({ field: 'password' }),
);
/** SM2 ciphertext (hex) or, for legacy clients, md5 hex. */
export const cipher = shared(() => z.string().min(1).max(1024).meta({ field: 'password' }));
export const regionCode = shared(() =>
  z
    .string()
    .regex(/^\d{6,9}$/, { error: 'kit:validation.region' })
    .meta({ field: 'region' }),
);
/** Address of an uploaded file as our own upload call returned it: never a foreign URL (SSRF, tracking). */
export const uploadPath = shared(() =>
  z
    .string()
    .max(300)
    .regex(/^\/files(\/[\w-][\w.-]*)+$/, { error: 'kit:validation.upload' })
    .refine((value) => !value.includes('..'), { error: 'kit:validation.upload' })
    .meta({ field: 'picture', means: means({ kind: 'picture' }) }),
);
/** A picture of an answer: ours or an avatar of a platform. */
export const picture = shared(() => z.string().meta({ means: means({ kind: 'picture' }) }));
export const latitude = shared(() => z.number().min(-90).max(90));
export const longitude = shared(() => z.number().min(-180).max(180));
export const colour = shared(() =>
  z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, { error: 'kit:validation.colour' })
    .meta({ field: 'colour' }),
);
/** `ids=1,2,3` on the wire. */
export const ids = shared((max: number = 200) => z.array(id()).min(1).max(max));

export const pageSizes = [10, 20, 50, 100] as const;

const paging = shared(() => ({
  current: z.int().min(1).max(1_000_000).default(1),
  size: z.int().min(1).max(500).default(10),
}));
const order = shared(() => z.enum(['asc', 'desc']).optional());
const count = shared(() => z.int());

/** Input of a list call. Sorting is by name from an allow-list, never by what the caller writes. */
export function pageInput<F extends z.ZodRawShape, const S extends readonly [string, ...string[]]>(
  filters: F,
  sort: S,
) {
  return z.object({
    ...paging(),
    sort: z.enum(sort).optional(),
    order: order(),
    ...filters,
  });
}

export function pageOf<R extends z.ZodType>(record: R) {
  return z.object({
    records: z.array(record),
    total: count(),
    size: count(),
    current: count(),
    pages: count(),
  });
}

/**
 * A list that may be very long: `total` is exact up to `maxCounted` and stays there, and `next` given as `after` reads on
 * behind the last row, at the same speed however far back.
 */
export const deepPageInput = <F extends z.ZodRawShape, const S extends readonly [string, ...string[]]>(
  filters: F,
  sort: S,
) => pageInput({ ...filters, after: id().optional() }, sort);
export const deepPageOf = <R extends z.ZodType>(record: R) =>
  pageOf(record).extend({ next: z.string().nullable() });

export interface DeepPage<R> extends Page<R> {
  next: string | null;
}

export interface Page<R> {
  records: R[];
  total: number;
  size: number;
  current: number;
  pages: number;
}

export const empty = shared(() => z.object({}));
/** Answer of a call that only does something. */
export const done = shared(() => z.object({}).strip());
