import { missing } from '#kit/kernel/errors.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { ArticleKind, contentContract } from '../contract.ts';
import {
  type ArticleRow,
  bodyOf,
  cardOf,
  latestCards,
  publishedArticle,
  publishedPage,
  searchPage,
} from './article-queries.ts';
import { inbox, messageOf, unreadCount } from './message-queries.ts';
import { markHits, plainText, snippetOf, termsOf } from './search-text.ts';

type Readers = Handlers<
  Pick<
    typeof contentContract,
    'cpdtData' | 'listArticles' | 'articleDetail' | 'introductionDetail' | 'questionDetail' | 'searchArticles'
  >
>;

const latestCount = 4;

async function found(row: Promise<ArticleRow | undefined>): Promise<ArticleRow> {
  const article = await row;
  if (!article) throw missing();
  return article;
}

const detailOf =
  (kinds?: readonly ArticleKind[]): Readers['articleDetail'] =>
  async (context, input) => {
    const row = await found(publishedArticle(context.db.read, input.id, kinds));
    return { ...cardOf(row, context.language), body: bodyOf(row, context.language) };
  };

export const readArticles: Readers = {
  async cpdtData({ db, session, language }) {
    const latest = (kind: ArticleKind) =>
      latestCards(db.read, kind, latestCount).then((rows) => rows.map((row) => cardOf(row, language)));
    const [news, introductions, tutorials, questions, messages, unread] = await Promise.all([
      latest('news'),
      latest('introduction'),
      latest('tutorial'),
      latest('question'),
      inbox(db.read, session, { current: 1, size: latestCount }),
      unreadCount(db.read, session),
    ]);
    return {
      news,
      introductions,
      tutorials,
      questions,
      messages: messages.records.map((row) => messageOf(row, language)),
      unreadCount: unread,
    };
  },

  async listArticles({ db, language }, input) {
    const page = await publishedPage(db.read, input);
    return { ...page, records: page.records.map((row) => cardOf(row, language)) };
  },

  articleDetail: detailOf(),
  introductionDetail: detailOf(['introduction', 'tutorial']),
  questionDetail: detailOf(['question']),

  async searchArticles({ db, language }, input) {
    const terms = termsOf(input.keyword);
    const page = await searchPage(db.read, input);
    return {
      ...page,
      records: page.records.map((row) => {
        const card = cardOf(row, language);
        const snippet =
          snippetOf(card.summary, terms) ??
          snippetOf(plainText(bodyOf(row, language)), terms) ??
          // The words stand in the other language only: the reader still gets to know what the article is about.
          markHits(card.summary, terms);
        return { ...card, titleParts: markHits(card.title, terms), snippet };
      }),
    };
  },
};
