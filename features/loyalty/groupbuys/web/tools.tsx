import { useCall } from '#kit/ui/api.ts';
import { Hint, Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { Platform } from '../contract/kinds.ts';
import { groupBuysContract } from '../contract.ts';
import { paths } from './paths.ts';

const { readPlatform } = groupBuysContract;

/** What the platform brought today. */
function Today({ platform }: { platform: Platform }) {
  const t = useText();
  const { data } = useCall(readPlatform, { platform });
  if (!data) return null;
  if (!data.configured) return <Hint>{t('groupbuys:page.notConfigured')}</Hint>;
  if (data.accounts === 0) return <Hint>{t('groupbuys:page.noAccount')}</Hint>;
  return (
    <Hint>
      {t('groupbuys:page.today', { count: data.verifiedToday })} · <Money fen={data.incomeTodayFen} />
    </Hint>
  );
}

const DouyinToday = () => <Today platform="douyin" />;
const MeituanToday = () => <Today platform="meituan" />;

const tools = [
  {
    to: paths.douyin.home,
    icon: 'video',
    title: 'groupbuys:screen.douyin',
    hint: 'groupbuys:page.toolHint',
    needs: readPlatform,
    Figures: DouyinToday,
  },
  {
    to: paths.meituan.home,
    icon: 'building-store',
    title: 'groupbuys:screen.meituan',
    hint: 'groupbuys:page.toolHint',
    needs: readPlatform,
    Figures: MeituanToday,
  },
] as const;
export default tools;
