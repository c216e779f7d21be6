"""Words of forms that are no search and yet change nothing, or nothing but the visitor's own view: topics like those of
`changing`, kept apart because nobody is harmed by them.
"""

from recorder.forms.vocabulary.changing import Topic
from recorder.forms.vocabulary.words import Words

HARMLESS = (
    Topic(
        "download",
        "downloads a file",
        Words(
            """
            download*, export*, csv, herunterlad*, exportier*, telecharger, exporter, descargar, exportar
            baixar, scarica*, esporta, downloaden, pobierz, eksport*, скачат*, экспорт*, stahnout, ladda ner
            exportera, indir, ダウンロード, エクスポート, 下载, 下載, 导出, 匯出, 다운로드, 내보내기, تحميل
            print, drucken, imprimer, imprimir, stampa, 印刷, 打印
            """
        ),
    ),
    Topic(
        "language choice",
        "switches the language or the currency",
        Words(
            """
            lang, langid, language, languages, locale, hl, sprache, langue, idioma, lingua, taal, jezyk, язык
            мова, jazyk, sprak, sprog, kieli, nyelv, dil, 言語, 语言, 語言, 언어, لغة, currency, wahrung, devise
            moneda, moeda, valuta, waluta, валюта, mena, para birimi, 通貨, 货币, country selector, store view
            translate*, google translate
            """
        ),
    ),
    Topic(
        "display choice",
        "changes how the page is shown",
        Words(
            """
            theme, themeid, style, styleid, stylesheet, skin, template, layout, sort, sortby, sort by, orderby
            order by, order, dir, direction, perpage, per page, pagesize, page size, limit, view, viewmode, mode
            items per page, posts per page, results per page, show, font size, fontsize, timezone, tz
            sortierung, sortieren, tri, trier, ordenar, ordina, sorteer*, sortuj, сортир*, radit, sirala
            並び替え, 排序, 정렬, rows, num, display
            """
        ),
    ),
    Topic(
        "jump",
        "leads to another page of the site",
        Words(
            """
            go to page, jump to page, jump to, jump, goto, gotopage, quick jump, quick links, jumpbox, jumpmenu
            forum jump, gehe zu, aller a, ir a, ir para, vai a, ga naar, idz do, skocz do, перейти, прейд*
            prejit na, ga til, git, 移動, 跳转, 이동, archive dropdown, archives, page no, pageno, page
            navigation, navigate, menu
            """
        ),
    ),
    Topic(
        "consent",
        "accepts terms or cookies",
        Words(
            """
            cookie*, consent, gdpr, age gate, ageverification, i am over, captcha, recaptcha, are you human
            robot
            """
        ),
    ),
)
"""What is no search and yet changes nothing, or nothing but the visitor's own view."""
