import { menuAreas, type Screen } from '#kit/contract/screen.ts';
import type { Language } from '#kit/kernel/language.ts';
import type { Texts } from '#kit/server/texts.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<"]/g, (sign) => escapes[sign]!);

const meta = (content: string) => `<meta name="description" content="${escaped(content)}">`;

/** What a page is, for a person who finds its address: its title and whose page it is, in the language of the page. */
export function descriptionElement(
  texts: Texts,
  language: Language,
  page: { feature: string; screen: Screen } | undefined,
): string {
  if (!page) return meta(texts.say(language, 'kit:about.anyone'));
  const { feature, screen } = page;
  const about = {
    anyone: 'kit:about.anyone',
    staff: 'kit:about.staff',
    player: 'kit:about.player',
  }[screen.audience];
  return meta(`${texts.say(language, `${feature}:screen.${screen.title}`)} · ${texts.say(language, about)}`);
}

const inMenu = new RegExp(`^/(?:sy|cpdt|my)/(?:${menuAreas.join('|')})(/.+)$`);

/**
 * The page that `menu/routes` means by a path of the menu: `/my/store/wallet/accountFlow` is `/accountFlow`. Standard
 * clients have no other address of it.
 */
export function pageOfMenuPath(path: string, isPage: (path: string) => boolean): string | undefined {
  let rest = inMenu.exec(path)?.[1];
  while (rest && !isPage(rest)) rest = /^\/[^/]+(\/.+)$/.exec(rest)?.[1];
  return rest;
}
