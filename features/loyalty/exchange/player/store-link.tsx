import { momentText } from '#features/people/playerapp/player/public.ts';
import { useAnswer } from '#kit/player/answers.ts';
import { List, Row } from '#kit/player/list.tsx';
import { Sign } from '#kit/player/sign.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { exchangeContract } from '../contract.ts';
import { giftsAddress, orderAddress } from './addresses.ts';

/**
 * The way to what a shop gives for points and tickets, where it gives something. In the words of the page it stands on: the
 * texts of the store are heavier than this.
 */
export default function StoreLink({ fieldId }: { fieldId: string }) {
  const t = useText();
  const { data } = useAnswer(exchangeContract.readExchangeStore, { fieldId });
  if (!data?.open || data.categories.length === 0) return null;
  const waiting = data.own?.waiting;
  return (
    <List label={t('playerapp:gifts.title')}>
      {waiting && (
        <Row
          to={orderAddress(waiting.id)}
          title={t('playerapp:gifts.waiting', { goods: waiting.goods })}
          note={t('playerapp:gifts.until', { at: momentText(waiting.waitsUntil) })}
        />
      )}
      <Row
        to={giftsAddress(fieldId)}
        title={t('playerapp:gifts.title')}
        picture={
          <Sign>
            <path d="M4 8h16v4H4zM6 12h12v8H6zM12 8v12M12 8S8 8 8 5.5 12 4 12 8zM12 8s4 0 4-2.5S12 4 12 8z" />
          </Sign>
        }
        note={
          data.own
            ? t('playerapp:gifts.own', { points: data.own.points, tickets: data.own.tickets })
            : t('playerapp:gifts.hint')
        }
      />
    </List>
  );
}
