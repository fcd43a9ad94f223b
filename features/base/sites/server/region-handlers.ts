import { createHash } from 'node:crypto';
import type { Language } from '#kit/kernel/language.ts';
import { type RegionNode, regionTree } from '#kit/kernel/regions.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { dictionariesContract } from '../contract/dictionaries.ts';

interface WrittenTree {
  data: RegionNode[];
  body: string;
  tag: string;
}

const written = new Map<Language, WrittenTree>();
const cachedSeconds = 24 * 3600;

function write(language: Language, msg: string): WrittenTree {
  const data = [...regionTree(language)];
  const body = JSON.stringify({ code: 200, msg, data, success: true });
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { data, body, tag };
}

export const regionHandlers: Handlers<Pick<typeof dictionariesContract, 'readRegionTree'>> = {
  async readRegionTree(context) {
    const { language, reply, request, services } = context;
    const tree = written.get(language) ?? write(language, services.texts.say(language, 'kit:state.ok'));
    written.set(language, tree);
    reply.headers({
      etag: tree.tag,
      'cache-control': `private, max-age=${cachedSeconds}`,
      vary: 'accept-language',
      'content-type': 'application/json; charset=utf-8',
    });
    if (request.headers['if-none-match'] === tree.tag) reply.code(304).send();
    else reply.send(tree.body);
    return tree.data;
  },
};
