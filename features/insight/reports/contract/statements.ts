import { z } from 'zod';
import { receiverKind } from '#features/selling/sharing/contract/shared.ts';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf, day, id, instant, int, moneyFen, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { creationTime, siteFields } from '#kit/contract/things.ts';
import { base, sourceFigures } from './shared.ts';

export const linksChanged = defineEvent<object>('reports.linksChanged');

export const hand = permit('reports.statements');
const rate = { max: 60, windowSeconds: 60 };

export const linkStates = ['open', 'expired', 'withdrawn'] as const;
export type LinkState = (typeof linkStates)[number];
/** ended: who gave it may no longer, or the site is gone */
const shownStates = [...linkStates, 'ended'] as const;
/** A year and a leap day. */
export const mostStatementDays = 366;
export const longestValidDays = 400;

const validDays = () => int(1, longestValidDays);
/** Any text is asked for: one that can not be a token is an unknown one. */
const token = () => z.string().max(200);

/** The token stands behind the #, which no browser sends: neither logs nor other pages learn of it. Shown this once. */
const madeLink = z.object({ id: z.string(), path: z.string(), expiresAt: instant() });

const sums = {
  orders: z.int(),
  grossFen: moneyFen(),
  refundFen: moneyFen(),
  incomeFen: moneyFen(),
  feeFen: moneyFen(),
  netFen: moneyFen(),
  sharesFen: moneyFen(),
};

const statement = z.object({
  merchantName: z.string(),
  /** address of an uploaded picture, or empty */
  logo: z.string(),
  siteName: z.string(),
  from: day(),
  to: day(),
  readAt: instant(),
  sources: z.array(sourceFigures),
  total: z.object(sums),
  receivers: z.array(
    z.object({
      receiverName: z.string(),
      kind: receiverKind(),
      dueFen: moneyFen(),
      paidFen: moneyFen(),
      openFen: moneyFen(),
    }),
  ),
  days: z.array(z.object({ day: day(), ...sums })),
});
export type SiteStatement = z.input<typeof statement>;

export const statementsContract = {
  makeStatementLink: post(`${base}/statementLink/save`, hand, {
    input: z.object({
      fieldId: id(),
      from: day(),
      to: day(),
      validDays: validDays(),
      /** for whom */
      remark: text(40, 0).optional(),
    }),
    output: madeLink,
    emits: [linksChanged],
    summary:
      'Makes a private link to the statement of a site, of days up to today; it ends with the right of the person who made it',
  }),
  listStatementLinks: get(`${base}/statementLink/list`, hand, {
    input: pageInput({ fieldId: id().optional(), state: choiceOf('reports:link', linkStates).optional() }, [
      'createdAt',
      'expiresAt',
      'lastOpenedAt',
    ]),
    output: pageOf(
      z.object({
        id: z.string(),
        ...siteFields,
        firstDay: day(),
        lastDay: day(),
        remark: z.string(),
        userName: z.string(),
        createdAt: creationTime(),
        expiresAt: instant(),
        state: choiceOf('reports:link', shownStates, { open: 'good', withdrawn: 'quiet', ended: 'bad' }),
        opened: z.int(),
        lastOpenedAt: instant().nullable(),
      }),
    ),
    refreshedBy: [linksChanged],
    summary: 'Private links to statements, and when they were last opened',
  }),
  withdrawStatementLink: post(`${base}/statementLink/withdraw`, hand, {
    input: z.object({ id: id() }),
    output: z.object({ id: z.string() }),
    emits: [linksChanged],
    summary: 'From now on the link leads nowhere',
  }),
  renewStatementLink: post(`${base}/statementLink/renew`, hand, {
    input: z.object({ id: id(), validDays: validDays() }),
    output: madeLink,
    emits: [linksChanged],
    summary: 'Another address for the same statement; the one before leads nowhere',
  }),
  readStatement: post(`${base}/statement/read`, 'public', {
    place: 'json',
    rate,
    repeats: { because: 'each opening is counted' },
    input: z.object({ token: token() }),
    output: statement,
    summary: 'The statement that a private link leads to',
  }),
  printStatement: post(`${base}/statement/print`, 'public', {
    place: 'json',
    changes: false,
    answer: 'raw',
    files: ['application/pdf'],
    rate: { max: 20, windowSeconds: 60 },
    input: z.object({ token: token() }),
    output: z.unknown(),
    summary: 'The same as a PDF',
  }),
};
