import { z } from 'zod';
import { secondMs } from '#kit/kernel/time.ts';

const id = z.union([z.string(), z.number()]).transform(String);
const fen = z.coerce.number().int().default(0);
const moment = z.coerce.number().transform((seconds) => new Date(seconds * secondMs));
const maybeMoment = z.coerce
  .number()
  .optional()
  .transform((seconds) => (seconds ? new Date(seconds * secondMs) : undefined));

const amount = z.object({ original_amount: fen, pay_amount: fen, coupon_pay_amount: fen.optional() });
const sku = z.object({ sku_id: id, title: z.string().default('') });
const timesCard = z.object({
  times_count: z.coerce.number().int(),
  times_used: z.coerce.number().int(),
  /** what each use is worth, counted from 1 */
  serial_amount_list: z
    .array(z.object({ serial_numb: z.coerce.number().int(), amount: amount.partial() }))
    .nullish(),
});
const verification = z.object({
  verify_id: id,
  certificate_id: id.optional(),
  verify_time: moment,
  can_cancel: z.boolean().optional(),
});

export const preparedSchema = z.object({
  verify_token: z.string(),
  order_id: id,
  certificates: z
    .array(
      z.object({
        encrypted_code: z.string(),
        certificate_id: id,
        start_time: maybeMoment,
        expire_time: moment,
        sku,
        amount,
        time_card: timesCard.nullish(),
        verify_records: z.array(verification).nullish(),
      }),
    )
    .default([]),
});

export const verifiedSchema = z.object({
  verify_results: z
    .array(
      z.object({
        result: z.coerce.number(),
        msg: z.string().default(''),
        code: z.string().default(''),
        verify_id: id.default(''),
        certificate_id: id.default(''),
      }),
    )
    .default([]),
});

export const certificateSchema = z.object({
  certificate: z.object({
    encrypted_code: z.string(),
    certificate_id: id.optional(),
    status: z.coerce.number(),
    time_card: timesCard.nullish(),
    verify: verification.nullish(),
    /** of a times card: every use that stands */
    verify_records: z.array(verification).nullish(),
  }),
});
export type Certificate = z.output<typeof certificateSchema>['certificate'];

const record = z.object({
  cursor: id.optional(),
  verify_id: id,
  certificate_id: id,
  verify_time: moment,
  cancel_time: maybeMoment,
  status: z.coerce.number(),
  poi_id: id.optional(),
  amount,
  sku,
});
export const recordsSchema = z.object({
  records: z.array(record).nullish(),
  records_v2: z.array(record).nullish(),
});

export const storesSchema = z.object({
  total: z.coerce.number().optional(),
  pois: z
    .array(
      z.object({
        poi: z.object({
          poi_id: id,
          poi_name: z.string(),
          address: z.string().default(''),
          latitude: z.coerce.number().optional(),
          longitude: z.coerce.number().optional(),
        }),
      }),
    )
    .nullish(),
});

const productSku = z.object({
  sku_id: id,
  sku_name: z.string().default(''),
  origin_amount: fen,
  actual_amount: fen,
  status: z.coerce.number().default(1),
});

export const productsSchema = z.object({
  products: z
    .array(
      z.object({
        product: z.object({ product_id: id, product_name: z.string().default('') }),
        online_status: z.coerce.number().default(1),
        sku: productSku.nullish(),
        /** of a product with several */
        skus: z.array(productSku).nullish(),
      }),
    )
    .nullish(),
  next_cursor: id.optional(),
  has_more: z.boolean().optional(),
});

const ledgerRow = z.object({
  certificate_id: id,
  verify_id: id.optional(),
  status: z.coerce.number(),
  amount: z
    .object({ pay: fen, original: fen, merchant_ticket: fen, platform_ticket: fen, goods: fen.optional() })
    .default({ pay: 0, original: 0, merchant_ticket: 0, platform_ticket: 0 }),
  fund_amount: z
    .object({
      goods: fen.optional(),
      pay_handling: fen.optional(),
      talent_commission: fen.optional(),
      total_agent_merchant: fen.optional(),
      total_merchant_platform_service: fen.optional(),
    })
    .default({}),
});
export type LedgerRow = z.output<typeof ledgerRow>;
export const ledgerSchema = z.object({
  records: z.array(ledgerRow).nullish(),
  ledger_records: z.array(ledgerRow).nullish(),
});
