import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { askText } from '#kit/pages/ask.ts';
import { useAct } from '#kit/ui/api.ts';
import { KeyValue } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { playerAppContract } from '../contract.ts';

const { lookAtPapers } = playerAppContract;

const grouped = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ');

/** The card and identity of the member who stands there. Staff say why they look, and the look is logged. */
export function MemberPapers({ code }: { code: string }) {
  const t = useText();
  const may = useCan(lookAtPapers);
  const [papers, setPapers] = useState<OutputOf<typeof lookAtPapers>>();
  const look = useAct(lookAtPapers, { onDone: setPapers });
  const ask = async () => {
    const reason = await askText({
      title: 'playerapp:scanned.papersTitle',
      hint: 'playerapp:scanned.papersHint',
      label: 'playerapp:scanned.papersReason',
      required: true,
    });
    if (reason !== undefined) look.mutate({ code, reason });
  };
  if (!may) return t('playerapp:scanned.papersThere');
  if (!papers)
    return (
      <Button
        variant="light"
        leftSection={<Icon name="eye" size={16} />}
        loading={look.isPending}
        onClick={() => void ask()}
      >
        {t('playerapp:scanned.papersShow')}
      </Button>
    );
  const { card, identity } = papers;
  return (
    <KeyValue
      rows={[
        ...(card
          ? [
              { label: t('playerapp:bankCard.name'), value: card.holderName },
              { label: t('playerapp:bankCard.bank'), value: card.bankName },
              { label: t('playerapp:bankCard.number'), value: grouped(card.number) },
            ]
          : []),
        ...(identity
          ? [
              { label: t('playerapp:identity.name'), value: identity.name },
              { label: t('playerapp:identity.number'), value: identity.number },
            ]
          : []),
      ]}
    />
  );
}
