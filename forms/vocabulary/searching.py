"""Words of searching: what buttons, boxes, headings and addresses of searches say."""

from recorder.forms.vocabulary.words import Words

SEARCH = Words(
    """
        search*, *search*, find, finder, findit, look up, lookup, lookfor, query, quer*, seek, locate, locator
        browse, explore, such*, *suche*, *suchen, finden, finde, recherch*, *recherche*, filtern, eingrenzen
        verfeinern, chercher, trouver, trouvez, affiner, filtrer, busc*, busqueda*, consultar, encontrar
        encuentra, localizar, filtrar, pesquis*, procur*, cerca, cercare, ricerc*, trova, trovare, filtra, zoek*
        *zoek*, opzoeken, vind, szuk*, wyszuk*, znajd*, filtruj, hled*, vyhled*, najit, najdi, hladat, vyhlad*
        filtrovat, najdeme, sok, soka, sokning, sokord, sok*ord, hitta, filtrera, sog, sogning, sogeord, finn
        finde, hae, haku, etsi, rajaa, keres*, talal*, szures, ara, arama*, bul, filtrele, cauta*, gaseste, cari
        pencarian, telusuri, tim kiem, tim, paiesk*, ieskot*, ieskoti, meklet*, otsi*, trazi, pretraz*, isci
        iskanje, kerko, поиск*, искат*, найти, найд*, поищ*, ищу, ищи, подбор*, подобрат*, фильтр*, отфильтр*
        пошук*, шукат*, знайт*, търс*, намери, претраж*, тражи, αναζητ*, ευρεση, βρες, φιλτρ*, 検索, サーチ
        探す, さがす, 絞り込, 搜索, 搜寻, 搜尋, 查询, 查詢, 检索, 檢索, 查找, 搜, 筛选, 篩選, 검색, 찾기, 조회
        필터, بحث, ابحث, جستجو, تصفية, חיפוש, חפש, ค้นหา, खोज, filter*, refine, narrow, poisk*, iskat
        suchbegriff*, stichwort*, keyword*, fulltext, full text, freetext, free text
    """,
    apart="""
    research*, seo, besuch*, versuch*, gesucht, untersuch*, ersuch*, searchlight, search engine optimi*
    spam filter, find out more, find us, suche job, filtered by
    """,
)
"""Words that say it themselves."""

SHOWING = Words(
    """
        go, ok, okay, submit, show, view, display, list, get, results, see, apply, run, fetch, los, weiter
        anzeigen, zeigen, ausfuhren, absenden, afficher, voir, valider, soumettre, mostrar, ver, ir, aplicar
        mostra, visualizza, vai, applica, toon, tonen, bekijk, pokaz*, wyswietl, zobraz*, visa, vis, nayta
        mutat, goster, listele, uygula, показ*, применит*, 表示, 显示, 顯示, 보기, 확인, عرض, 実行, 适用, 应用
        提交, 确定, 確定
    """
)
"""Words on buttons that say nothing but go on."""

QUERY_NAMES = Words(
    """
        q, qs, qq, qt, s, sq, query, quer*, search*, *search*, keyword*, keywords, kw, kwd, kwds, kword, wd
        words, sw, swords, searchword, term, terms, phrase, fulltext, freetext, find, findtext, lookfor, what
        such*, *suche*, stichwort*, recherch*, mots*, motcle*, busca*, busqueda*, palavra*, palabra*, pesquis*
        termo*, termino*, zoek*, trefwoord, zoekterm*, szuk*, fraza, slowo*, hled*, vyhled*, poisk*, slovo
        slova, sok, sokord, sog*, keres*, kereso*, arama*, aranan, kelime, cerca, ricerc*, chiave, cauta*
        paiesk*, kata kunci, cari, from place, to place, isbn, 検索, 关键字, 关键词, 검색어
    """,
    apart="research*, terms of, terms and, accept terms, agree terms, search engine optimi*",
)
"""Names under which what is looked for is sent."""

CATALOGUE_NAMES = Words(
    """
        k, w, p, t, text, txt, string, str, key, value, title, titel, titre, titulo, titolo, author, autor
        auteur, isbn, issn, subject heading, publisher, year, jahr, annee, ano, anno, jaar, rok, date, datum
        data, since, until, from, to, min*, max*, category, categor*, kategori*, cat, genre, type, typ, sort
        city, ville, ciudad, cidade, ort, stadt, plz, zip, zipcode, postcode, postal code, location, place, lieu
        region, state, country, land, pays, product, brand, marke, marque, make, model, price, preis, prix
        precio, artist, album, species, collection, department, topic, tag, tags, format, language, status, area
        radius, distance, range, checkin, check in, checkout date, departure, arrival, destination, rooms
        bedrooms, beds, property, job, contains, matches, for, name
    """
)
"""Names of what catalogues are searched by; anything else may have them too."""
