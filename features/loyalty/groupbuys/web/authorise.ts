import type { Action } from '#kit/pages/actions.ts';
import { act } from '#kit/ui/api.ts';
import type { Platform } from '../contract/kinds.ts';
import { groupBuysContract } from '../contract.ts';

const { beginAuthorisation } = groupBuysContract;

/** Meituan leads back to our page; Douyin does not, so its page opens beside ours, which hears how it went. */
const goTo = (platform: Platform, reach: 'account' | 'store') => async () => {
  // a window that is opened later than the tap is kept back by browsers
  const beside = platform === 'douyin' ? window.open('about:blank') : null;
  try {
    const { url } = await act(beginAuthorisation, { platform, reach });
    (beside ?? window).location.assign(url);
  } catch (error) {
    beside?.close();
    throw error;
  }
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
