import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { askText } from '#kit/pages/ask.ts';
import { useAct } from '#kit/ui/api.ts';
import { KeyValue } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { programContract } from '../contract.ts';

const { lookAtPapers } = programContract;

const grouped = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ');

/** The card and identity of the member who stands there; whoever looks says why, and the look is logged. */
export function MemberPapers({ code }: { code: string }) {
  const t = useText();
  const may = useCan(lookAtPapers);
  const [papers, setPapers] = useState<OutputOf<typeof lookAtPapers>>();
  const look = useAct(lookAtPapers, { onDone: setPapers });
  const ask = async () => {
    const reason = await askText({
      title: 'program:scanned.papersTitle',
      hint: 'program:scanned.papersHint',
      label: 'program:scanned.papersReason',
      required: true,
    });
    if (reason !== undefined) look.mutate({ code, reason });
  };
  if (!may) return t('program:scanned.papersThere');
  if (!papers)
    return (
      <Button
        variant="light"
        leftSection={<Icon name="eye" size={16} />}
        loading={look.isPending}
        onClick={() => void ask()}
      >
        {t('program:scanned.papersShow')}
      </Button>
    );
  const { card, identity } = papers;
  return (
    <KeyValue
      rows={[
        ...(card
          ? [
              { label: t('program:bankCard.name'), value: card.holderName },
              { label: t('program:bankCard.bank'), value: card.bankName },
              { label: t('program:bankCard.number'), value: grouped(card.number) },
            ]
          : []),
        ...(identity
          ? [
              { label: t('program:identity.name'), value: identity.name },
              { label: t('program:identity.number'), value: identity.number },
            ]
          : []),
      ]}
    />
  );
}
