import { z } from 'zod';

const id = z.union([z.string(), z.number()]).transform(String);
/** Yuan as a number or a text; its fen are whole. */
const yuan = z.union([z.string(), z.number()]).transform((amount) => Math.round(Number(amount) * 100));
const maybeYuan = yuan.nullish().transform((fen) => (fen == null || Number.isNaN(fen) ? 0 : fen));

const clockTime = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/;

/** Milliseconds, or the time as China's clocks show it; a day alone means its end. */
const moment = z.union([z.string(), z.number()]).transform((said, context) => {
  const text = String(said).trim();
  const [, day, time] = clockTime.exec(text) ?? [];
  const at = day ? new Date(`${day}T${time ?? '23:59:59'}+08:00`) : new Date(Number(text));
  if (Number.isNaN(at.getTime())) {
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }
  return at;
});

export const tokenSchema = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
  expireIn: z.coerce.number().positive().optional(),
  opBizCode: id.optional(),
  opBizName: z.string().nullish(),
});

const isCard = z.boolean().nullish();
const times = z.union([z.string(), z.number()]).nullish();

export const preparedSchema = z.object({
  count: z.coerce.number().int().positive(),
  orderId: id,
  receiptCode: id,
  dealId: id,
  dealTitle: z.string().default(''),
  dealPrice: yuan,
  dealMarketPrice: maybeYuan,
  receiptEndDate: moment,
  tgTimesCardFlag: isCard,
  purchaseToConsumeRatio: times,
  timesCardUnitPrice: maybeYuan,
});

export const consumedSchema = z.object({
  result: z
    .array(
      z.object({
        orderId: id,
        receiptCode: id,
        dealId: id,
        dealPrice: maybeYuan,
        timesCardUnitPrice: maybeYuan,
        tgTimesCardFlag: isCard,
        flowId: id.nullish(),
        platformAmount: maybeYuan,
        merchantAmount: maybeYuan,
      }),
    )
    .min(1),
});

export const consumedStateSchema = z.object({
  receiptCode: id,
  verifyAccount: z.string().nullish(),
  verifyTime: moment,
});

export const recordsSchema = z.object({
  totalCount: z.coerce.number().default(0),
  records: z
    .array(
      z.object({
        receiptCode: id,
        dealId: id,
        dealTitle: z.string().default(''),
        dealPrice: maybeYuan,
        dealMarketPrice: maybeYuan,
        verifyAccount: z.string().nullish(),
        verifyTime: moment,
        flowId: id.nullish(),
        refundStatus: z.coerce.number(),
      }),
    )
    .nullish(),
});
export type MeituanRecord = NonNullable<z.output<typeof recordsSchema>['records']>[number];

export const dealsSchema = z.object({
  result: z
    .array(
      z.object({
        dealId: id,
        dealGroupId: id,
        title: z.string().default(''),
        price: yuan,
        marketPrice: maybeYuan,
        saleStatus: z.coerce.number(),
      }),
    )
    .nullish(),
});

export const storesSchema = z.object({
  total: z.coerce.number().default(0),
  poiInfoList: z
    .array(
      z.object({
        opPoiId: id,
        name: z.string(),
        address: z.string().nullish(),
        cityName: z.string().nullish(),
      }),
    )
    .nullish(),
});
