import { useAnswer } from '#kit/player/answers.ts';
import { List, Row } from '#kit/player/list.tsx';
import { Sign } from '#kit/player/sign.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { groupBuysContract } from '../contract.ts';
import { redeemAddress } from './addresses.ts';

/** /program: where a code of Douyin or Meituan becomes coins or plays, at shops that take them. */
export default function HomeLink({ fieldId }: { fieldId: string }) {
  const t = useText();
  const { data } = useAnswer(groupBuysContract.readOwnShop, { fieldId });
  if (!data || data.platforms.length === 0) return null;
  const names = data.platforms.map((platform) => t(`playerapp:groupBuy.${platform}`));
  return (
    <List label={t('playerapp:groupBuy.title')}>
      <Row
        to={redeemAddress(fieldId)}
        title={t('playerapp:groupBuy.title')}
        picture={
          <Sign>
            <path d="M3 8V5h5M16 5h5v3M21 16v3h-5M8 19H3v-3M7 9v6M10 9v6M13 9v6M17 9v6" />
          </Sign>
        }
        note={t('playerapp:groupBuy.hint', { platforms: names.join(' · ') })}
      />
    </List>
  );
}
