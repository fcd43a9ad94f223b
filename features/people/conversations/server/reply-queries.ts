import { pick } from '#kit/kernel/pick.ts';
import { listing } from '#kit/server/listing.ts';
import { pageRows, search } from '#kit/server/page-rows.ts';
import { rows } from '#kit/server/tables.ts';
import { conversationsContract } from '../contract.ts';
import { quickReplies } from '../tables.ts';

export const pageQuickReplies = listing(conversationsContract.listQuickReplies, (reader, scope, input) => {
  const reply = rows(scope, quickReplies);
  return pageRows(reader, input, {
    from: () => reader.select(pick(reply, 'id', 'title', 'body', 'createdAt')).from(reply),
    of: reply,
    filters: { title: search(reply.title, reply.body) },
    sort: { createdAt: reply.createdAt, title: reply.title },
    usual: { by: 'title', order: 'asc' },
  });
});
