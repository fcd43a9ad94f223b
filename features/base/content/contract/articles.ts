import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import {
  bool,
  choiceOf,
  id,
  ids,
  instant,
  int,
  longText,
  pageInput,
  pageOf,
  picture,
  text,
  uploadPath,
} from '#kit/contract/schemas.ts';
import { articleChanged, messageArrived, messageRead, messageWithdrawn } from './events.ts';
import { messageRecord } from './messages.ts';

export const articleKinds = ['manual', 'news', 'introduction', 'tutorial', 'question'] as const;
export type ArticleKind = (typeof articleKinds)[number];
export const articleCategories = [
  'start',
  'machines',
  'goods',
  'orders',
  'money',
  'sites',
  'staff',
  'partners',
  'account',
  'security',
  'usage',
] as const;
export type ArticleCategory = (typeof articleCategories)[number];

const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const kind = () => choiceOf('content:kind', articleKinds);
const category = () => choiceOf('content:category', articleCategories);
const articleState = () =>
  choiceOf('content:state', ['draft', 'published'], { draft: 'waiting', published: 'good' });
/** An article's id or its slug: links inside texts use the slug, which is the same in every installation. */
const articleRef = () => z.string().trim().max(80).regex(slugPattern);
const articleCard = z.object({
  id: z.string(),
  slug: z.string(),
  kind: kind(),
  category: category(),
  title: z.string(),
  summary: z.string(),
  cover: picture().nullable(),
  video: z.string().nullable(),
  publishedAt: instant(),
  updatedAt: instant(),
});
const articleDetail = articleCard.extend({ body: z.string() });
/** A text in pieces, so that a page can mark the hits without inserting HTML. */
const highlighted = z.array(z.object({ text: z.string(), hit: z.boolean() }));

/** Where an article comes from and where it stands. */
const standing = {
  shipped: z.boolean(),
  edited: z.boolean(),
  publishedAt: instant().nullable(),
  updatedAt: instant(),
};

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

export const editRight = () => permit('content.edit', 'platform');
export const articlePath = '/api/blade-cpdtarticle/cpdtarticle' as const;

const { get, post } = callsAbout({ refreshedBy: [articleChanged], emits: [articleChanged] });

/** For readers. */
export const articlesContract = {
  cpdtData: get('/api/blade-user/selectCpdtData', 'session', {
    // the wire's clients name the user: the caller, or nobody
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
    refreshedBy: [articleChanged, messageArrived, messageRead, messageWithdrawn],
  }),
  listArticles: get(`${articlePath}/list`, 'session', {
    input: pageInput({ kind: kind(), category: category().optional() }, ['sort', 'publishedAt']),
    output: pageOf(articleCard),
    summary: 'Published articles of one kind, in reading order (news: newest first)',
  }),
  articleDetail: get(`${articlePath}/detail`, 'session', {
    input: z.object({ id: articleRef() }),
    output: articleDetail,
    summary: 'One published article of any kind, by id or slug',
  }),
  introductionDetail: get('/api/blade-cpdtfunctionintro/cpdtfunctionintro/detail', 'session', {
    input: z.object({ id: articleRef() }),
    output: articleDetail,
    summary: 'One published feature introduction or tutorial',
  }),
  questionDetail: get('/api/blade-cpdtcommonquestion/cpdtcommonquestion/detail', 'session', {
    input: z.object({ id: articleRef() }),
    output: articleDetail,
    summary: 'One published question with its answer',
  }),
  searchArticles: get(`${articlePath}/search`, 'session', {
    input: pageInput({ keyword: text(60), kind: kind().optional(), category: category().optional() }, [
      'relevance',
    ]),
    output: pageOf(articleCard.extend({ titleParts: highlighted, snippet: highlighted })),
    summary: 'Search in titles, summaries and texts of published articles, in both languages',
  }),
};

/** For writers. */
export const articleEditorContract = {
  pageArticles: get(`${articlePath}/page`, editRight(), {
    input: pageInput(
      {
        kind: kind().optional(),
        category: category().optional(),
        state: articleState().optional(),
        keyword: text(60).optional(),
      },
      ['sort', 'updatedAt', 'publishedAt'],
    ),
    output: pageOf(
      z.object({
        id: z.string(),
        slug: z.string(),
        kind: kind(),
        category: category(),
        sort: z.int(),
        titleZh: z.string(),
        titleEn: z.string(),
        ...standing,
        state: articleState(),
        origin: choiceOf('content:origin', ['own', 'shipped', 'edited']),
      }),
    ),
    summary: 'All articles with drafts, for the editor',
  }),
  editedArticle: get(`${articlePath}/editDetail`, editRight(), {
    input: z.object({ id: id() }),
    output: z.object({
      id: z.string(),
      kind: kind(),
      slug: z.string(),
      category: category(),
      sort: z.int(),
      titleZh: z.string(),
      titleEn: z.string(),
      summaryZh: z.string(),
      summaryEn: z.string(),
      bodyZh: z.string(),
      bodyEn: z.string(),
      cover: picture().optional(),
      video: z.string().optional(),
      ...standing,
    }),
    summary: 'One article in both languages, for the editor',
  }),
  submitArticle: post(`${articlePath}/submit`, editRight(), {
    input: z.object({ id: id().optional(), ...editedArticle }),
    output: z.object({ id: z.string() }),
    summary: 'Create an article as a draft, or change one',
  }),
  publishArticle: post(`${articlePath}/publish`, editRight(), {
    input: z.object({ id: id(), published: bool() }),
    summary: 'Publish an article or take it back to a draft',
  }),
  restoreArticle: post(`${articlePath}/restore`, editRight(), {
    input: z.object({ id: id() }),
    summary: 'Give an edited article the text that came with the product',
  }),
  removeArticles: post(`${articlePath}/remove`, editRight(), {
    input: z.object({ ids: ids() }),
    summary: 'Remove articles that were written here',
  }),
};
