import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import {
  contactNumber,
  instant,
  longText,
  picture,
  text,
  uploadPath,
  wholePhone,
} from '#kit/contract/schemas.ts';
import { articlePath, editRight } from './articles.ts';
import { helpContactChanged, keyDataChanged } from './events.ts';

const dataKeyPattern = /^[A-Za-z][\w.-]{0,63}$/;

export const keyDataContract = {
  helpContact: get(`${articlePath}/helpContact`, 'session', {
    output: z.object({ phone: wholePhone('published'), hours: z.string(), qr: picture() }),
    summary: 'How users of the back office reach the platform; empty where it is not set',
    refreshedBy: [helpContactChanged],
  }),
  saveHelpContact: post(`${articlePath}/saveHelpContact`, editRight(), {
    input: z.object({
      phone: contactNumber().optional(),
      hours: text(60).optional(),
      qr: uploadPath().optional(),
    }),
    summary: 'Change how users of the back office reach the platform',
    emits: [helpContactChanged],
  }),
  saveKeyData: post(
    '/api/blade-commonkeydata/commonkeydata/batchSaveOrUpdateCommonKeyData',
    permit('content.settings', 'platform', 'agent', 'merchant'),
    {
      place: 'json',
      input: z.object({
        list: z
          .array(
            z.object({
              dataKey: z.string().regex(dataKeyPattern, { error: 'content:error.keyPattern' }),
              /** null removes the setting */
              dataValue: longText(4000).nullable(),
            }),
          )
          .min(1)
          .max(50),
      }),
      summary: "Save small settings of the caller's organisation by key",
      emits: [keyDataChanged],
    },
  ),
  listKeyData: get('/api/blade-commonkeydata/commonkeydata/getCommonKeyDataListByParams', 'session', {
    input: z.object({
      dataKeys: z
        .array(z.string().regex(dataKeyPattern, { error: 'content:error.keyPattern' }))
        .max(50)
        .optional(),
      prefix: z
        .string()
        .regex(/^[\w.-]{0,64}$/)
        .optional(),
    }),
    output: z.array(z.object({ dataKey: z.string(), dataValue: z.string(), updatedAt: instant() })),
    summary: "Settings of the caller's organisation, by keys or by a common beginning",
    refreshedBy: [keyDataChanged],
  }),
};
