import { missing } from '#kit/kernel/errors.ts';
import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { ArticleKind, articlesContract } from '../contract/articles.ts';
import { markHits, plainText, snippetOf, termsOf } from '../rules/search-rules.ts';
import { latestCards, pageFound, pagePublished, publishedArticle } from './article-queries.ts';
import { bodyOf, toCard } from './article-records.ts';
import { countUnread, pageInbox } from './message-queries.ts';
import { toMessage } from './message-records.ts';
import { recipientOf } from './recipient.ts';

type Readers = Handlers<typeof articlesContract>;

const latestCount = 4;

const detailOf =
  (kinds?: readonly ArticleKind[]): Readers['articleDetail'] =>
  async ({ db, language }, { id }) => {
    const row = await publishedArticle(db.read, id, kinds);
    if (!row) throw missing();
    return { ...toCard(row, language), body: bodyOf(row, language) };
  };

export const articleHandlers: Readers = {
  async cpdtData(context, { userId }) {
    const { db, language, session } = context;
    if (userId && userId !== session.userId) throw missing();
    const recipient = await recipientOf(context);
    const latest = async (kind: ArticleKind) =>
      (await latestCards(db.read, kind, latestCount)).map((row) => toCard(row, language));
    const [news, introductions, tutorials, questions, inbox, unreadCount] = await Promise.all([
      latest('news'),
      latest('introduction'),
      latest('tutorial'),
      latest('question'),
      pageInbox(db.read, recipient, { current: 1, size: latestCount }),
      countUnread(db.read, recipient),
    ]);
    const messages = inbox.records.map((row) => toMessage(row, language));
    return { news, introductions, tutorials, questions, messages, unreadCount };
  },

  async listArticles({ db, language }, input) {
    return mapPage(await pagePublished(db.read, input), (row) => toCard(row, language));
  },

  articleDetail: detailOf(),
  introductionDetail: detailOf(['introduction', 'tutorial']),
  questionDetail: detailOf(['question']),

  async searchArticles({ db, language }, input) {
    const terms = termsOf(input.keyword).flat();
    return mapPage(await pageFound(db.read, input), (row) => {
      const card = toCard(row, language);
      const snippet =
        snippetOf(card.summary, terms) ??
        snippetOf(plainText(bodyOf(row, language)), terms) ??
        // The words stand in the other language only: the reader still gets to know what the article is about.
        markHits(card.summary, terms);
      return { ...card, titleParts: markHits(card.title, terms), snippet };
    });
  },
};
