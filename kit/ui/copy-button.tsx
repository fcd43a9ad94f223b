import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from './i18n.ts';
import { Icon } from './icons.tsx';
import { toast } from './toast.ts';

/** The clipboard API exists only in secure contexts; over plain http in a shop's network the old way still works. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (done) return true;
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.setAttribute('readonly', '');
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

interface CopyButtonProps extends ButtonProps {
  text: string;
  children?: ReactNode;
}

export function CopyButton({ text, children, ...button }: CopyButtonProps) {
  const t = useText();
  const copy = async () => {
    if (await copyText(text)) toast.success(t('kit:action.copied'));
    else toast.failure(t('kit:ui.copyFailed'));
  };
  return (
    <Button
      variant="light"
      leftSection={<Icon name="copy" size={16} />}
      {...button}
      onClick={() => void copy()}
    >
      {children ?? t('kit:action.copy')}
    </Button>
  );
}
