import { z } from 'zod';

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

export const id = () => z.uuid();
/** One-line text: trimmed, no control characters (PostgreSQL refuses NUL, terminals and exports the rest). */
export const text = (max: number, min = 1) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'kit:validation.plainText' })
    .meta({ field: 'text' });
export const longText = (max: number, min = 0) =>
  z
    .string()
    .trim()
    .min(min)
    .max(max)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u, { error: 'kit:validation.plainText' })
    .meta({ field: 'longText' });
export const int = (min: number, max: number) => z.int().min(min).max(max).meta({ field: 'number' });
export const bool = () => z.boolean().meta({ field: 'switch' });
export const moneyFen = (minFen = 0, maxFen = 99_999_999_99) =>
  z.int().min(minFen).max(maxFen).meta({ field: 'money' });
/** Hundredths of a percent: 10000 is 100 %. */
export const basisPoints = (max = 10_000) => z.int().min(0).max(max).meta({ field: 'percent' });
export const day = () => z.iso.date().meta({ field: 'date' });
export const instant = () => z.iso.datetime().meta({ field: 'date' });
export const timePeriod = () =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/, {
      error: 'kit:validation.timePeriod',
    })
    .meta({ field: 'timePeriod' });
export const phone = () =>
  z.string().trim().regex(phonePattern, { error: 'kit:validation.phone' }).meta({ field: 'phone' });
export const contactNumber = () =>
  z.string().trim().regex(contactPattern, { error: 'kit:validation.contact' }).meta({ field: 'phone' });
export const email = () => z.email().max(120).meta({ field: 'text' });
export const idNumber = () =>
  z.string().trim().refine(isIdNumber, { error: 'kit:validation.idNumber' }).meta({ field: 'idNumber' });
export const smsCode = () =>
  z
    .string()
    .regex(/^\d{6}$/, { error: 'kit:validation.smsCode' })
    .meta({ field: 'code' });
export const accountName = () =>
  z.string().trim().regex(accountPattern, { error: 'kit:validation.account' }).meta({ field: 'text' });
/** A plain password as a person types it. On the wire it travels SM2-encrypted: see `cipher`. */
export const password = () =>
  z
    .string()
    .min(8)
    .max(16)
    .regex(/^[\x21-\x7e]*$/, { error: 'kit:validation.password' })
    .meta({ field: 'password' });
/** SM2 ciphertext (hex) or, for legacy clients, md5 hex. */
export const cipher = () => z.string().min(1).max(1024).meta({ field: 'password' });
export const regionCode = () =>
  z
    .string()
    .regex(/^\d{6,9}$/, { error: 'kit:validation.region' })
    .meta({ field: 'region' });
/** Address of an uploaded file as our own upload call returned it: never a foreign URL (SSRF, tracking). */
export const uploadPath = () =>
  z
    .string()
    .max(300)
    .regex(/^\/files(\/[\w-][\w.-]*)+$/, { error: 'kit:validation.upload' })
    .refine((value) => !value.includes('..'), { error: 'kit:validation.upload' })
    .meta({ field: 'picture' });
export const latitude = () => z.number().min(-90).max(90);
export const longitude = () => z.number().min(-180).max(180);
export const colour = () =>
  z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, { error: 'kit:validation.colour' })
    .meta({ field: 'colour' });
/** `ids=1,2,3` on the wire. */
export const ids = (max = 200) => z.array(id()).min(1).max(max);

export const pageSizes = [10, 20, 50, 100] as const;

/** Input of a list call. Sorting is by name from an allow-list, never by what the caller writes. */
export function pageInput<F extends z.ZodRawShape, const S extends readonly [string, ...string[]]>(
  filters: F,
  sort: S,
) {
  return z.object({
    current: z.int().min(1).max(1_000_000).default(1),
    size: z.int().min(1).max(500).default(10),
    sort: z.enum(sort).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    ...filters,
  });
}

export function pageOf<R extends z.ZodType>(record: R) {
  return z.object({
    records: z.array(record),
    total: z.int(),
    size: z.int(),
    current: z.int(),
    pages: z.int(),
  });
}

export interface Page<R> {
  records: R[];
  total: number;
  size: number;
  current: number;
  pages: number;
}

export const empty = () => z.object({});
/** Answer of a call that only does something. */
export const done = () => z.object({}).strip();
