import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { OwnPage } from '#kit/player/for-player.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { playerAppContract } from '../contract.ts';
import { materialsPath } from './addresses.ts';
import { PaperForm } from './paper-form.tsx';

const { readIdentity, saveIdentity, removeIdentity } = playerAppContract;

/** /program/my/idCardInfo: who receives a large refund. */
export default function IdentityPage() {
  const t = useText();
  const title = t('playerapp:screen.identity');
  return (
    <OwnPage title={title} hint={t('playerapp:papers.nobodyHint')} back={materialsPath}>
      <Notice>{t('playerapp:identity.why')}</Notice>
      <OwnIdentity />
    </OwnPage>
  );
}

function OwnIdentity() {
  const t = useText();
  const answer = useAnswer(readIdentity, {});
  return (
    <Answered answer={answer}>
      {({ identity, needsPassword }) => (
        <PaperForm
          texts="identity"
          save={saveIdentity}
          wishOf={(typed) => ({ ...typed })}
          remove={removeIdentity}
          known={
            identity
              ? [
                  { name: t('playerapp:identity.name'), value: identity.name },
                  { name: t('playerapp:identity.number'), value: identity.numberMasked },
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
