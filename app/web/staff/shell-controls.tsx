import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconLanguage, IconMoon } from '@tabler/icons-react';
import { type Language, languages } from '#kit/kernel/language.ts';
import { switchLanguage, useLanguage, useText } from '#kit/ui/i18n.ts';

/** Each language is named in itself, so that people who need it can read it. */
const languageKeys: Record<Language, string> = { 'zh-cn': 'app:shell.zhCn', 'en-us': 'app:shell.enUs' };
const schemes = ['auto', 'light', 'dark'] as const;

const Mark = ({ on }: { on: boolean }) => (
  <IconCheck size={16} stroke={2} aria-hidden style={on ? undefined : { visibility: 'hidden' }} />
);

export function LanguageMenu() {
  const t = useText();
  const current = useLanguage();
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('app:shell.language')}>
          <IconLanguage size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            aria-current={language === current}
            leftSection={<Mark on={language === current} />}
            onClick={() => void switchLanguage(language)}
          >
            {t(languageKeys[language])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function SchemeMenu() {
  const t = useText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('app:shell.scheme')}>
          <IconMoon size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {schemes.map((scheme) => (
          <Menu.Item
            key={scheme}
            aria-current={scheme === colorScheme}
            leftSection={<Mark on={scheme === colorScheme} />}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`app:shell.${scheme}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
