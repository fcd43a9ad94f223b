import { z } from 'zod';
import { askedField } from '#features/money/allowance/contract.ts';
import { callsAbout } from '#kit/contract/call.ts';
import {
  basisPoints,
  choicesOf,
  flagOf,
  id,
  ids,
  instant,
  pageInput,
  pageOf,
  ratio,
  text,
} from '#kit/contract/schemas.ts';
import { creationTime, siteFields } from '#kit/contract/things.ts';
import { pricedThings } from './price-rules.ts';
import { edit, pricesChanged, rounding, termFields, termInput, view } from './shared.ts';

const base = '/api/blade-discount/discount' as const;
export const mostDiscounts = 20;
/** What the specification names as the usual rate. */
export const usualBasisPoints = 9900;

const things = () => choicesOf('packages:thingName', pricedThings);
const withLevel = () => flagOf('packages:withLevelName');

const discountInput = {
  name: text(20),
  basisPoints: basisPoints().min(1).default(usualBasisPoints),
  things: things()
    .min(1)
    .default([...pricedThings]),
  withLevel: withLevel().default(false),
  ...termInput,
};
export type DiscountValues = z.output<z.ZodObject<typeof discountInput>>;

const discountRecord = z.object({
  id: z.string(),
  ...siteFields,
  name: z.string(),
  basisPoints: ratio(),
  things: things(),
  withLevel: withLevel(),
  ...termFields,
  createdAt: creationTime(),
});
export type DiscountRecord = z.infer<typeof discountRecord>;

const { get, post } = callsAbout({ emits: [pricesChanged] });

export const discountCalls = {
  listDiscounts: get(`${base}/getDiscountByField`, view, {
    input: pageInput({ fieldId: id().optional(), name: text(20, 0).optional() }, [
      'name',
      'basisPoints',
      'createdAt',
    ]),
    output: pageOf(discountRecord),
    refreshedBy: [pricesChanged],
    summary: 'Discounts of sites by days and hours',
  }),
  saveDiscount: post(`${base}/submit`, edit, {
    place: 'json',
    input: z.object({ id: id().optional(), fieldId: id(), ...discountInput }),
    output: z.object({ id: z.string(), ...askedField }),
    summary: 'Adds a discount to a site, or with an id changes it; a discount stays at its site',
  }),
  saveDiscounts: post(`${base}/batchSaveDiscountByUserIdAndField`, edit, {
    place: 'json',
    input: z.object({
      fieldId: id(),
      discounts: z
        .array(z.object({ id: id().optional(), ...discountInput }))
        .min(1)
        .max(mostDiscounts),
    }),
    output: z.object({ ids: z.array(z.string()), ...askedField }),
    summary: 'Adds and changes several discounts of a site: all of them, or none where one is refused',
  }),
  copyDiscounts: post(`${base}/copyToFields`, edit, {
    place: 'json',
    input: z.object({ ids: ids(mostDiscounts), fieldIds: ids(50) }),
    output: z.object({ added: z.int(), changed: z.int(), ...askedField }),
    summary: 'Copies discounts to other sites; one of the same name there becomes equal',
  }),
  removeDiscounts: post(`${base}/remove`, edit, {
    input: z.object({ ids: ids() }),
    summary: 'Ends discounts; orders still name them',
  }),
  restoreDiscounts: get(`${base}/recoveryDiscountByField`, edit, {
    changes: true,
    input: z.object({ fieldId: id() }),
    emits: [pricesChanged],
    summary: 'What a site begins with: no discounts, prices to the fen',
  }),
  readTerms: get(`${base}/terms`, view, {
    input: z.object({ fieldId: id() }),
    output: z.object({
      rounding: rounding(),
      discounts: z.array(discountRecord.omit({ fieldName: true, standing: true })),
      /** of the rules that hold now; null: nobody has made any yet */
      version: z.object({ number: z.int(), createdAt: instant(), createdByName: z.string() }).nullable(),
    }),
    refreshedBy: [pricesChanged],
    summary: 'What prices of a site depend on besides its packages, and the version of its rules',
  }),
  setRounding: post(`${base}/rounding`, edit, {
    input: z.object({ fieldId: id(), rounding: rounding() }),
    summary: 'To what a discounted price of a site is rounded down',
  }),
};
