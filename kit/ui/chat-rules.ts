/** A message as both sides of a conversation are told of it. */
export interface ChatMessage {
  id: string;
  /** counts the messages of the conversation */
  seq: number;
  at: string;
  /** who wrote it: each conversation names its sides itself */
  side: string;
  text: string;
  hasPicture: boolean;
  /** of several people on one side */
  userName?: string | null;
}

/** What a call answers: the newest messages, older or newer ones, in the order in which they were written. */
export interface ChatPage<M extends ChatMessage = ChatMessage> {
  messages: readonly M[];
  /** there is more in the direction that was asked for */
  hasMore: boolean;
  /** how far the other side has read */
  readSeq: number;
}

/** What of a conversation is there: a stretch without a gap that ends with the newest message. */
export interface Thread<M extends ChatMessage = ChatMessage> {
  messages: readonly M[];
  hasOlder: boolean;
  readSeq: number;
}

export type Asked = 'newest' | 'older' | 'newer';

export const newestSeq = ({ messages }: Pick<Thread, 'messages'>): number => messages.at(-1)?.seq ?? 0;
export const oldestSeq = ({ messages }: Pick<Thread, 'messages'>): number | undefined => messages[0]?.seq;

/** A page that came twice, or late, adds nothing twice. */
export function withPage<M extends ChatMessage>(
  thread: Thread<M> | undefined,
  page: ChatPage<M>,
  asked: Asked,
): Thread<M> {
  if (!thread || asked === 'newest')
    return { messages: page.messages, hasOlder: page.hasMore, readSeq: page.readSeq };
  const known = new Set(thread.messages.map(({ seq }) => seq));
  const fresh = page.messages.filter(({ seq }) => !known.has(seq));
  const messages = [...thread.messages, ...fresh].sort((one, other) => one.seq - other.seq);
  return {
    messages,
    hasOlder: asked === 'older' ? page.hasMore : thread.hasOlder,
    readSeq: Math.max(thread.readSeq, page.readSeq),
  };
}

export interface ChatLine<M extends ChatMessage = ChatMessage> {
  message: M;
  /** another day than the line before */
  newDay: boolean;
  /** another side or person than the line before, or much later */
  newGroup: boolean;
}

const groupMs = 5 * 60_000;

/** `dayOf`: in the reader's own zone. */
export const chatLines = <M extends ChatMessage>(
  messages: readonly M[],
  dayOf: (at: string) => string,
): ChatLine<M>[] =>
  messages.map((message, place) => {
    const before = messages[place - 1];
    const newDay = !before || dayOf(before.at) !== dayOf(message.at);
    const newGroup =
      newDay ||
      before.side !== message.side ||
      before.userName !== message.userName ||
      Date.parse(message.at) - Date.parse(before.at) > groupMs;
    return { message, newDay, newGroup };
  });

/** The last of one's own messages that the other side has read: below it stands so. */
export const lastRead = (thread: Thread, mine: readonly string[]): number | undefined =>
  thread.messages.findLast(({ side, seq }) => mine.includes(side) && seq <= thread.readSeq)?.seq;
