import { ordersContract } from '#features/selling/orders/contract.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { Button } from '#kit/player/button.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { Sheet } from '#kit/player/sheet.tsx';
import { showOver } from '#kit/player/show-over.ts';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { progressPath } from './addresses.ts';

const { cancelOrder, readOrderState } = ordersContract;

/** Besides which order another one is wanted: this one, none where it was called off; undefined: no other is wanted. */
export const showBesidesSheet = (orderNumber: string): Promise<string | undefined> =>
  showOver<string>((end) => <BesidesSheet orderNumber={orderNumber} onEnd={end} />);

function BesidesSheet(props: { orderNumber: string; onEnd: (besides: string | undefined) => void }) {
  const { orderNumber, onEnd } = props;
  const t = useText();
  const answer = useAnswer(readOrderState, { orderNumber });
  const cancelling = useSend(cancelOrder);
  const follow = () => {
    onEnd(undefined);
    navigation.go(progressPath(orderNumber));
  };
  const callOff = async () => {
    const ended = await cancelling.send({ orderNumber });
    if (ended?.state === 'closed') onEnd('none');
    // paid meanwhile: what was paid for is on its way
    else if (ended) follow();
  };
  return (
    <Sheet open title={t('play:besides.title')} onClose={() => onEnd(undefined)}>
      <Answered answer={answer}>
        {({ title, state }) => (
          <>
            <p>{t(state === 'created' ? 'play:besides.unpaid' : 'play:besides.underWay', { title })}</p>
            {cancelling.refusal && <Notice tone="bad">{cancelling.refusal}</Notice>}
            <Button onClick={follow}>{t(state === 'created' ? 'play:besides.pay' : 'play:open.look')}</Button>
            {state === 'created' ? (
              <Button kind="soft" busy={cancelling.busy} onClick={() => void callOff()}>
                {t('play:besides.callOff')}
              </Button>
            ) : (
              <Button kind="soft" onClick={() => onEnd(orderNumber)}>
                {t('play:besides.again')}
              </Button>
            )}
          </>
        )}
      </Answered>
    </Sheet>
  );
}
