import { z } from 'zod';
import { defineEndpoint, permit, realms } from '#kit/contract/endpoint.ts';
import {
  bool,
  contactNumber,
  done,
  empty,
  id,
  ids,
  int,
  longText,
  pageInput,
  pageOf,
  text,
  uploadPath,
} from '#kit/contract/schemas.ts';

export const articleKinds = ['manual', 'news', 'introduction', 'tutorial', 'question'] as const;
export type ArticleKind = (typeof articleKinds)[number];
export const articleCategories = [
  'start',
  'account',
  'staff',
  'sites',
  'partners',
  'security',
  'usage',
] as const;
export type ArticleCategory = (typeof articleCategories)[number];
export const audiences = ['everyone', 'realm', 'tenant', 'user'] as const;
export const messageLevels = ['info', 'notice', 'warning'] as const;

const dataKeyPattern = /^[A-Za-z][\w.-]{0,63}$/;
const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const kind = () => z.enum(articleKinds).meta({ field: 'choice' });
const category = () => z.enum(articleCategories).meta({ field: 'choice' });
/** An article's id or its slug: links inside texts use the slug, which is the same in every installation. */
const articleRef = () => z.string().trim().max(80).regex(slugPattern);
/** Only a page of this product: a message must not lead readers to a foreign site. */
const internalPath = () =>
  z
    .string()
    .trim()
    .max(200)
    .regex(/^\/(?![/\\])[\w\-./?=&%:]*$/, { error: 'content:error.internalPath' })
    .meta({ field: 'text' });

const articleCard = z.object({
  id: z.string(),
  slug: z.string(),
  kind: z.enum(articleKinds),
  category: z.enum(articleCategories),
  title: z.string(),
  summary: z.string(),
  cover: z.string().nullable(),
  video: z.string().nullable(),
  publishedAt: z.string(),
  updatedAt: z.string(),
});
const articleDetail = articleCard.extend({ body: z.string() });
/** A text in pieces, so that a page can mark the hits without inserting HTML. */
const highlighted = z.array(z.object({ text: z.string(), hit: z.boolean() }));

const messageRecord = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  level: z.enum(messageLevels),
  link: z.string().nullable(),
  createdAt: z.string(),
  read: z.boolean(),
});

const bothLanguages = {
  titleZh: text(80),
  titleEn: text(160),
  summaryZh: longText(200),
  summaryEn: longText(400),
  bodyZh: longText(40_000).meta({ field: 'richText' }),
  bodyEn: longText(80_000).meta({ field: 'richText' }),
};
const editedArticle = {
  kind: kind(),
  slug: z
    .string()
    .trim()
    .min(2)
    .max(60)
    .regex(slugPattern, { error: 'content:error.slugPattern' })
    .meta({ field: 'text' }),
  category: category(),
  sort: int(0, 9999).default(100),
  ...bothLanguages,
  cover: uploadPath().optional(),
  video: uploadPath().meta({ field: 'video' }).optional(),
};

const editRight = () => permit('content.edit', 'platform');
const sendRight = () => permit('content.send', 'platform');
const article = '/api/blade-cpdtarticle/cpdtarticle' as const;
const message = '/api/blade-cpdtsystemmessage/cpdtsystemmessage' as const;

export const contentContract = {
  cpdtData: defineEndpoint({
    method: 'GET',
    path: '/api/blade-user/selectCpdtData',
    access: 'session',
    // The wire's clients name the user; the answer is always about the caller.
    input: z.object({ userId: z.string().max(64).optional() }),
    output: z.object({
      news: z.array(articleCard),
      introductions: z.array(articleCard),
      tutorials: z.array(articleCard),
      questions: z.array(articleCard),
      messages: z.array(messageRecord),
      unreadCount: z.int(),
    }),
    summary: 'Data of the product-news tab: latest news, introductions, tutorials, questions and messages',
  }),
  listArticles: defineEndpoint({
    method: 'GET',
    path: `${article}/list`,
    access: 'session',
    input: pageInput({ kind: kind(), category: category().optional() }, ['sort', 'publishedAt']),
    output: pageOf(articleCard),
    summary: 'Published articles of one kind, in reading order (news: newest first)',
  }),
  articleDetail: defineEndpoint({
    method: 'GET',
    path: `${article}/detail`,
    access: 'session',
    input: z.object({ id: articleRef() }),
    output: articleDetail,
    summary: 'One published article of any kind, by id or slug',
  }),
  introductionDetail: defineEndpoint({
    method: 'GET',
    path: '/api/blade-cpdtfunctionintro/cpdtfunctionintro/detail',
    access: 'session',
    input: z.object({ id: articleRef() }),
    output: articleDetail,
    summary: 'One published feature introduction or tutorial',
  }),
  questionDetail: defineEndpoint({
    method: 'GET',
    path: '/api/blade-cpdtcommonquestion/cpdtcommonquestion/detail',
    access: 'session',
    input: z.object({ id: articleRef() }),
    output: articleDetail,
    summary: 'One published question with its answer',
  }),
  searchArticles: defineEndpoint({
    method: 'GET',
    path: `${article}/search`,
    access: 'session',
    input: pageInput({ keyword: text(60), kind: kind().optional(), category: category().optional() }, [
      'relevance',
    ]),
    output: pageOf(articleCard.extend({ titleParts: highlighted, snippet: highlighted })),
    summary: 'Search in titles, summaries and texts of published articles, in both languages',
  }),
  pageArticles: defineEndpoint({
    method: 'GET',
    path: `${article}/page`,
    access: editRight(),
    input: pageInput(
      {
        kind: kind().optional(),
        category: category().optional(),
        state: z.enum(['draft', 'published']).optional(),
        keyword: text(60).optional(),
      },
      ['sort', 'updatedAt', 'publishedAt'],
    ),
    output: pageOf(
      z.object({
        id: z.string(),
        slug: z.string(),
        kind: z.enum(articleKinds),
        category: z.enum(articleCategories),
        sort: z.int(),
        titleZh: z.string(),
        titleEn: z.string(),
        shipped: z.boolean(),
        edited: z.boolean(),
        publishedAt: z.string().nullable(),
        updatedAt: z.string(),
      }),
    ),
    summary: 'All articles with drafts, for the editor',
  }),
  editedArticle: defineEndpoint({
    method: 'GET',
    path: `${article}/editDetail`,
    access: editRight(),
    input: z.object({ id: id() }),
    output: z.object({
      id: z.string(),
      kind: z.enum(articleKinds),
      slug: z.string(),
      category: z.enum(articleCategories),
      sort: z.int(),
      titleZh: z.string(),
      titleEn: z.string(),
      summaryZh: z.string(),
      summaryEn: z.string(),
      bodyZh: z.string(),
      bodyEn: z.string(),
      cover: z.string().optional(),
      video: z.string().optional(),
      shipped: z.boolean(),
      edited: z.boolean(),
      publishedAt: z.string().nullable(),
      updatedAt: z.string(),
    }),
    summary: 'One article in both languages, for the editor',
  }),
  submitArticle: defineEndpoint({
    method: 'POST',
    path: `${article}/submit`,
    access: editRight(),
    input: z.object({ id: id().optional(), ...editedArticle }),
    output: z.object({ id: z.string() }),
    summary: 'Create an article as a draft, or change one',
  }),
  publishArticle: defineEndpoint({
    method: 'POST',
    path: `${article}/publish`,
    access: editRight(),
    input: z.object({ id: id(), published: bool() }),
    output: done(),
    summary: 'Publish an article or take it back to a draft',
  }),
  restoreArticle: defineEndpoint({
    method: 'POST',
    path: `${article}/restore`,
    access: editRight(),
    input: z.object({ id: id() }),
    output: done(),
    summary: 'Give an edited article the text that came with the product',
  }),
  removeArticles: defineEndpoint({
    method: 'POST',
    path: `${article}/remove`,
    access: editRight(),
    input: z.object({ ids: ids() }),
    output: done(),
    summary: 'Remove articles that were written here',
  }),
  listMessages: defineEndpoint({
    method: 'GET',
    path: `${message}/list`,
    access: 'session',
    input: pageInput({ unread: bool().optional() }, ['createdAt']),
    output: pageOf(messageRecord),
    summary: "The caller's system messages, newest first",
  }),
  unreadMessages: defineEndpoint({
    method: 'GET',
    path: `${message}/unreadCount`,
    access: 'session',
    input: empty(),
    output: z.object({ count: z.int() }),
    summary: 'How many messages the caller has not read',
  }),
  readMessage: defineEndpoint({
    method: 'POST',
    path: `${message}/userReadMessage`,
    access: 'session',
    input: z.object({ id: id() }),
    output: done(),
    summary: 'Mark one message as read by the caller',
  }),
  readAllMessages: defineEndpoint({
    method: 'GET',
    path: `${message}/userReadAllMessage`,
    access: 'session',
    changes: true,
    input: empty(),
    output: z.object({ count: z.int() }),
    summary: 'Mark all messages as read by the caller; answers how many were unread',
  }),
  sendMessage: defineEndpoint({
    method: 'POST',
    path: `${message}/send`,
    access: sendRight(),
    input: z.object({
      audience: z.enum(audiences).meta({ field: 'choice' }),
      realm: z.enum(realms).meta({ field: 'choice' }).optional(),
      tenantId: z
        .string()
        .regex(/^\d{6,9}$/)
        .meta({ field: 'reference' })
        .optional(),
      account: text(64).optional(),
      level: z.enum(messageLevels).meta({ field: 'choice' }).default('info'),
      titleZh: text(60),
      titleEn: text(120),
      bodyZh: longText(2000, 1),
      bodyEn: longText(4000, 1),
      link: internalPath().optional(),
    }),
    output: z.object({ id: z.string() }),
    summary: 'Send a system message to everyone, a kind of organisation, one organisation or one account',
  }),
  pageSentMessages: defineEndpoint({
    method: 'GET',
    path: `${message}/page`,
    access: sendRight(),
    input: pageInput(
      {
        audience: z.enum(audiences).meta({ field: 'choice' }).optional(),
        level: z.enum(messageLevels).meta({ field: 'choice' }).optional(),
        keyword: text(60).optional(),
      },
      ['createdAt', 'readers'],
    ),
    output: pageOf(
      z.object({
        id: z.string(),
        audience: z.enum(audiences),
        /** the realm, the organisation or the account it went to; empty for everyone */
        target: z.string(),
        level: z.enum(messageLevels),
        titleZh: z.string(),
        titleEn: z.string(),
        bodyZh: z.string(),
        bodyEn: z.string(),
        link: z.string().nullable(),
        senderName: z.string(),
        readers: z.int(),
        createdAt: z.string(),
        withdrawnAt: z.string().nullable(),
      }),
    ),
    summary: 'Messages sent so far, with how many accounts have read them',
  }),
  withdrawMessage: defineEndpoint({
    method: 'POST',
    path: `${message}/withdraw`,
    access: sendRight(),
    input: z.object({ id: id() }),
    output: done(),
    summary: 'Take a sent message out of all inboxes',
  }),
  helpContact: defineEndpoint({
    method: 'GET',
    path: `${article}/helpContact`,
    access: 'session',
    input: empty(),
    output: z.object({ phone: z.string(), hours: z.string(), qr: z.string() }),
    summary: 'How users of the back office reach the platform; empty where it is not set',
  }),
  saveHelpContact: defineEndpoint({
    method: 'POST',
    path: `${article}/saveHelpContact`,
    access: editRight(),
    input: z.object({
      phone: contactNumber().optional(),
      hours: text(60).optional(),
      qr: uploadPath().optional(),
    }),
    output: done(),
    summary: 'Change how users of the back office reach the platform',
  }),
  saveKeyData: defineEndpoint({
    method: 'POST',
    path: '/api/blade-commonkeydata/commonkeydata/batchSaveOrUpdateCommonKeyData',
    access: permit('content.settings', 'platform', 'agent', 'merchant'),
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
    output: done(),
    summary: "Save small settings of the caller's organisation by key",
  }),
  listKeyData: defineEndpoint({
    method: 'GET',
    path: '/api/blade-commonkeydata/commonkeydata/getCommonKeyDataListByParams',
    access: 'session',
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
    output: z.array(z.object({ dataKey: z.string(), dataValue: z.string(), updatedAt: z.string() })),
    summary: "Settings of the caller's organisation, by keys or by a common beginning",
  }),
};
