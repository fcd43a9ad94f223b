import { z } from 'zod';
import { text } from '#kit/contract/schemas.ts';
import { formAction } from '#kit/pages/form-action.ts';
import type { LabelledOption } from '#kit/pages/list-specs.ts';
import { openForm } from '#kit/pages/open-form.ts';
import type { ViewsPlace } from '#kit/pages/saved-views.tsx';
import { translate } from '#kit/ui/i18n.ts';
import { viewsContract } from '../contract.ts';
import { daysIn, keptParts, rulesOf, withoutDays } from './view-address.ts';

const fixed = 'fixed';

interface Shown {
  page: string;
  parts: Record<string, string>;
  range: ViewsPlace['range'];
  /** what the days may mean, the likeliest first; none where the page shows its usual ones */
  meanings: readonly LabelledOption[];
}

function meaningOf(rule: string): LabelledOption {
  const days = daysIn(rule);
  return days === undefined
    ? { value: rule, label: `kit:ui.preset.${rule}` }
    : { value: rule, label: translate('views:range.days', { days }), plain: true };
}

function meaningsOf(parts: Record<string, string>, range: ViewsPlace['range']): LabelledOption[] {
  const from = range && parts[range.name];
  const to = range && parts[range.toName];
  if (!from || !to) return [];
  const words = translate('views:range.fixed', { from, to });
  return [...rulesOf({ from, to }, new Date()).map(meaningOf), { value: fixed, label: words, plain: true }];
}

const asked = z.object({ name: text(30), range: z.string().optional() });

const keep = formAction({
  endpoint: viewsContract.saveView,
  texts: 'views',
  schema: asked,
  title: 'views:page.keep',
  submitLabel: 'kit:action.save',
  initial: ({ meanings }: Shown) => ({ range: meanings[0]?.value }),
  fields: ({ meanings }) => [
    'name',
    ...(meanings.length > 0
      ? [
          {
            name: 'range' as const,
            label: 'views:field.range',
            kind: 'choice' as const,
            options: meanings,
            hint: 'views:page.rangeHint',
          },
        ]
      : []),
  ],
  toInput: ({ name, range: rule }, { page, parts, range }) => {
    const isRule = rule !== undefined && rule !== fixed;
    return { page, name, query: isRule ? withoutDays(parts, range) : parts, ...(isRule && { range: rule }) };
  },
  success: 'views:page.kept',
});

/** Asks for a name, and whether days are meant as a rule, and keeps what the page shows. */
export function keepView(page: string, address: URLSearchParams, range: ViewsPlace['range']) {
  const parts = keptParts(address);
  return openForm(keep, { page, parts, range, meanings: meaningsOf(parts, range) });
}
