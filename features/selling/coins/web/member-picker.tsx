import { Avatar, Button, Group, Paper, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { phonePattern } from '#kit/contract/schemas.ts';
import choices from '#kit/pages/choices.module.css';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { coinsContract } from '../contract.ts';

const { findMembers } = coinsContract;
export type Member = OutputOf<typeof findMembers>[number];

/** A member by the whole phone number: they say it, staff type it. */
export function MemberPicker({
  siteId,
  chosen,
  onChoose,
}: {
  siteId: string;
  chosen: Member | undefined;
  onChoose: (member: Member | undefined) => void;
}) {
  const t = useText();
  const [phone, setPhone] = useState('');
  const complete = phonePattern.test(phone);
  if (chosen)
    return (
      <Paper withBorder p="sm">
        <Group justify="space-between" wrap="nowrap">
          <MemberLine member={chosen} />
          <Button variant="subtle" onClick={() => onChoose(undefined)}>
            {t('coins:member.change')}
          </Button>
        </Group>
      </Paper>
    );
  return (
    <div>
      <TextInput
        label={t('coins:member.phone')}
        description={t('coins:member.phoneHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="tel"
        inputMode="tel"
        maxLength={11}
        value={phone}
        onChange={(event) => setPhone(event.currentTarget.value.replace(/\D/g, ''))}
      />
      {complete && <Found phone={phone} siteId={siteId} onChoose={onChoose} />}
    </div>
  );
}

function Found({
  phone,
  siteId,
  onChoose,
}: {
  phone: string;
  siteId: string;
  onChoose: (member: Member) => void;
}) {
  const t = useText();
  return (
    <Loaded call={[findMembers, { phone, fieldId: siteId }]} skeleton="block">
      {(members) =>
        members.length === 0 ? (
          <Text size="sm" mt="sm" role="status">
            {t('coins:member.none')}
          </Text>
        ) : (
          <Paper withBorder component="ul" mt="sm" className={choices.choices}>
            {members.map((member) => (
              <li key={member.playerId}>
                <UnstyledButton className={choices.choice} onClick={() => onChoose(member)}>
                  <MemberLine member={member} />
                </UnstyledButton>
              </li>
            ))}
          </Paper>
        )
      }
    </Loaded>
  );
}

function MemberLine({ member }: { member: Member }) {
  const t = useText();
  return (
    <Group gap="sm" wrap="nowrap" style={{ minWidth: 0 }}>
      <Avatar src={member.photo || null} name={member.name} color="yard" alt="" />
      <span className={choices.text}>
        <Text component="span" fw={600} display="block" truncate>
          {member.name || t('coins:member.unnamed')}
        </Text>
        <Text component="span" size="sm" c="dimmed" display="block">
          {t(`coins:platform.${member.platform}`)} · {t('kit:pieces.coin', { count: member.coins })}
        </Text>
      </span>
    </Group>
  );
}
