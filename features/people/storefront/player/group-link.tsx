import { useAnswer } from '#kit/player/answers.ts';
import { List, Row } from '#kit/player/list.tsx';
import { Sign } from '#kit/player/sign.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { storefrontContract } from '../contract.ts';
import { groupAddress } from './addresses.ts';

/** /program: the way to the shop's group, where it has one that can be joined. */
export default function GroupLink({ fieldId }: { fieldId: string }) {
  const t = useText();
  const { data } = useAnswer(storefrontContract.showFanGroup, { fieldId });
  if (!data?.group?.qr) return null;
  return (
    <List label={t('playerapp:fansGroup.title')}>
      <Row
        to={groupAddress(fieldId)}
        title={t('playerapp:fansGroup.title')}
        picture={
          <Sign>
            <path d="M4 5h12v9H9l-4 3v-3H4zM16 9h4v8h-1v3l-4-3h-4" />
          </Sign>
        }
        note={t('playerapp:fansGroup.hint')}
      />
    </List>
  );
}
