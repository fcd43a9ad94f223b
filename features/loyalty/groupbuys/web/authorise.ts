import type { Action } from '#kit/pages/actions.ts';
import { act } from '#kit/ui/api.ts';
import type { Platform } from '../contract/kinds.ts';
import { groupBuysContract } from '../contract.ts';

const { beginAuthorisation } = groupBuysContract;

/** To the platform's own page in this window: it leads back here. */
const goTo = (platform: Platform, reach: 'account' | 'store') => async () => {
  const { url } = await act(beginAuthorisation, { platform, reach });
  window.location.assign(url);
};

export const authoriseActions = (platform: Platform): Action<undefined>[] => [
  {
    label: 'groupbuys:page.authorise',
    icon: 'link',
    primary: true,
    needs: beginAuthorisation,
    run: goTo(platform, 'account'),
  },
  // Meituan authorises each store for itself
  ...(platform === 'meituan'
    ? [
        {
          label: 'groupbuys:page.authoriseStore',
          icon: 'building-store' as const,
          needs: beginAuthorisation,
          run: goTo(platform, 'store'),
        },
      ]
    : []),
];
