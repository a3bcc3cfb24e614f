import { Monitor, Moon, Sun } from 'lucide-react';
import { MenuButton } from '../../ui/controls/Menu.tsx';
import { themeChoices } from '../../domain/theme.ts';
import { useTheme } from '../../ui/theme/UiProvider.tsx';

export const themeLabels = { light: 'Light', dark: 'Dark', system: 'System' } as const;
export const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const;

/** Light, dark or the system's setting (C-8). The button shows the theme in effect. */
export function ThemeMenu() {
  const { choice, drawn, choose } = useTheme();
  const Icon = themeIcons[drawn];
  return (
    <MenuButton
      label="Theme"
      labelled
      placement="bottom-end"
      triggerClass="uk-icon-btn"
      trigger={<Icon size={18} strokeWidth={1.75} aria-hidden />}
      items={themeChoices.map((id) => ({ id, label: themeLabels[id], icon: themeIcons[id], checked: id === choice }))}
      onSelect={(id) => {
        const next = themeChoices.find((each) => each === id);
        if (next !== undefined) choose(next);
      }}
    />
  );
}
