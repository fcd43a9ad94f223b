import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { OwnPage } from '#kit/player/for-player.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { playerAppContract } from '../contract.ts';
import { materialsPath } from './addresses.ts';
import { PaperForm } from './paper-form.tsx';

const { readOwnCard, saveOwnCard, removeOwnCard } = playerAppContract;

/** /program/my/bankCard: where a merchant may send a refund that can not go back the way it came. */
export default function BankCardPage() {
  const t = useText();
  const title = t('playerapp:screen.bankCard');
  return (
    <OwnPage title={title} hint={t('playerapp:papers.nobodyHint')} back={materialsPath}>
      <Notice>{t('playerapp:bankCard.why')}</Notice>
      <OwnCard />
    </OwnPage>
  );
}

function OwnCard() {
  const t = useText();
  const answer = useAnswer(readOwnCard, {});
  return (
    <Answered answer={answer}>
      {({ card, needsPassword }) => (
        <PaperForm
          texts="bankCard"
          save={saveOwnCard}
          wishOf={({ name, ...rest }) => ({ holderName: name, ...rest })}
          remove={removeOwnCard}
          known={
            card
              ? [
                  { name: t('playerapp:bankCard.name'), value: card.holderName },
                  ...(card.bankName ? [{ name: t('playerapp:bankCard.bank'), value: card.bankName }] : []),
                  { name: t('playerapp:bankCard.number'), value: card.numberMasked },
                ]
              : undefined
          }
          needsPassword={needsPassword}
          onChanged={answer.again}
        />
      )}
    </Answered>
  );
}
